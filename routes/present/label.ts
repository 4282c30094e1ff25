import { z } from 'zod';
import type { Label } from '../../models/label.ts';

export const labelShape = z
  .object({ id: z.int(), name: z.string(), description: z.string(), color: z.string() })
  .meta({ id: 'Label' });

export function presentLabel({ id, name, description, color }: Label): z.infer<typeof labelShape> {
  return { id, name, description, color };
}
