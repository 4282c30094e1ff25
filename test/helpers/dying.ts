import { componentBehaviour } from '../../actors/component.ts';
import type { Behaviour, Ctx } from '../../actors/job.ts';
import type { ComponentServices } from '../../actors/workplace.ts';

/** Never comes back from the `count`-th write to the database, or, where there are fewer, from the end of the job. */
export function dyingAt(
  services: ComponentServices,
  count: number,
): { behaviour: Behaviour; died: Promise<'under way' | 'at the end'> } {
  const died = Promise.withResolvers<'under way' | 'at the end'>();
  const never = () => new Promise<never>(() => undefined);
  let left = count;
  const behaviour: Behaviour = async (ctx, kind, payload) => {
    const dying: Ctx = {
      ...ctx,
      commit(work) {
        left -= 1;
        if (left === 0) {
          died.resolve('under way');
          return never();
        }
        return ctx.commit(work);
      },
    };
    await componentBehaviour(services)(dying, kind, payload);
    died.resolve('at the end');
    return never();
  };
  return { behaviour, died: died.promise };
}
