/** What an export can be asked for as. Apart from the writers, so that the service need not load them to name them. */
export const EXPORT_FORMATS = ['original', 'xlsx', 'csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
