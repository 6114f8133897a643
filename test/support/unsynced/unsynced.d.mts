/** Whether unsynced writes can be dropped on this machine; says on standard error why not. */
export function canDropUnsynced(): boolean;
