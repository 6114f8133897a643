/** Something that a check found and that should not be; `kind` is stable. */
export interface Finding {
  kind: string;
  organizationId: string;
  id: string;
  detail: string;
}
