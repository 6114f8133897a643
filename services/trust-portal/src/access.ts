import { AppError, requireCaller, type Caller, type CallContext } from '@candor/runtime';

/** Every call on a trust portal is an admin's. */
export function requireAdmin(context: CallContext): Caller {
  const caller = requireCaller(context.caller);
  if (caller.role !== 'ADMIN') throw new AppError('forbidden', 'admin_required', 'This needs the ADMIN role.');
  return caller;
}
