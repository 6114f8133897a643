// Command compose-v2 reads a compose file as `docker compose` does, by the same library, with every profile, and prints the
// names of its services. Exit 1 with the mistake when it would be refused.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[1:2], cli.WithName("candor"), cli.WithProfiles([]string{"*"}))
	if err == nil {
		var names []string
		names, err = services(options)
		for _, name := range names {
			fmt.Println(name)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func services(options *cli.ProjectOptions) ([]string, error) {
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	return project.ServiceNames(), nil
}
