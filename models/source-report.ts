import type { Knex } from 'knex';
import { action } from './actions.ts';
import { recordChange } from './change.ts';
import type { Component } from './component.ts';
import { addLabel, Label } from './label.ts';
import { Project } from './project.ts';
import type { Translation } from './translation.ts';
import { Unit, unitState } from './unit.ts';
import { editUnit } from './unit-edit.ts';
import type { User } from './user.ts';

/** What bilingual source strings that somebody reported are marked with; made in the project when it is first needed. */
const reviewLabel = { name: 'Source needs review', color: 'red' };

export interface SourceReport {
  /** The source string. */
  unit: Pick<Unit, 'id'>;
  translation: Translation;
  component: Component;
  user: User;
}

/**
 * Marks a source string for review: one of a base file needs checking until somebody approves it; others, whose state the
 * file has no place for, get a label.
 */
export async function reportSource(trx: Knex.Transaction, report: SourceReport): Promise<void> {
  const { unit, translation, component, user } = report;
  if (!translation.is_template) {
    await labelSource(trx, report);
    return;
  }
  const { target, state } = await Unit.query(trx).findById(unit.id).forUpdate().throwIfNotFound();
  if (state === unitState.translated || state === unitState.approved) {
    const isDoubtful = { target, state: unitState.needsChecking, author: user, user };
    await editUnit(trx, { unit, translation, component, ...isDoubtful });
  }
}

async function labelSource(
  trx: Knex.Transaction,
  { unit, translation, component, user }: SourceReport,
): Promise<void> {
  const project_id = component.project_id;
  // Of two first reports in a project, the second waits here and finds the label of the first.
  await Project.query(trx).findById(project_id).forUpdate().throwIfNotFound();
  const { name } = reviewLabel;
  const label =
    (await Label.query(trx).findOne({ project_id, name })) ??
    (await Label.query(trx).insertAndFetch({ project_id, ...reviewLabel }));
  if (await addLabel(trx, unit.id, label.id)) {
    const who = { user_id: user.id, author_id: user.id };
    const told = { target: name, details: { label: name } };
    const place = { unit_id: unit.id, translation_id: translation.id };
    await recordChange(trx, { action: action.LABEL_ADD, ...place, ...who, ...told });
  }
}
