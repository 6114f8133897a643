// Command ferretdb serves FerretDB v1 over SQLite for the contract tests: an independent implementation of the MongoDB
// wire protocol. It prints its URL, and ends when its standard input is closed.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Handler:   "sqlite",
		SQLiteURL: "file:" + os.Args[1] + "/",
	})
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	go fmt.Println(server.MongoDBURI())
	_ = server.Run(ctx)
}
