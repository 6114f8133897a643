/** Whether a path is the part itself ("/knowledge") or lies below it ("/knowledge/documents"); of "/" it is itself alone. */
export const isWithin = (path: string, part: string): boolean => path === part || path.startsWith(`${part}/`);
