import test from 'ava';
import {
  type Caller,
  may,
  seesComponent,
  seesProject,
  visibleComponents,
  visibleProjects,
} from '../../models/access.ts';
import { Component } from '../../models/component.ts';
import type { Permission } from '../../models/permissions.ts';
import { Project } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject } from '../helpers/rows.ts';

const anonymous: Caller = { user: null };
const account: Caller = { user: User.fromJson({ id: 1, is_superuser: false }) };
const superuser: Caller = { user: User.fromJson({ id: 2, is_superuser: true }) };
const project = (access_control: number) => Project.fromJson({ id: 5, access_control });
const [open, guarded, secret, custom] = [0, 1, 100, 200].map(project) as [Project, Project, Project, Project];

const rights: [permission: Permission, anonymous: boolean, account: boolean][] = [
  ['suggestion.add', true, true],
  ['vcs.view', true, true],
  ['vcs.access', true, true],
  ['translation.download', true, true],
  ['unit.edit', false, true],
  ['unit.template', false, true],
  ['translation.add', false, true],
  ['upload.overwrite', false, true],
  ['unit.review', false, false],
  ['vcs.commit', false, false],
  ['vcs.push', false, false],
  ['component.edit', false, false],
  ['project.edit', false, false],
];

for (const [permission, guest, user] of rights) {
  test(`${permission} on a public project: guests ${guest}, accounts ${user}`, (t) => {
    t.is(may(anonymous, permission, open), guest);
    t.is(may(account, permission, open), user);
    t.true(may(superuser, permission, open));
  });
}

test('on projects that are not public only superusers do anything', (t) => {
  for (const closed of [guarded, secret, custom]) {
    for (const [permission] of rights) {
      t.false(may(anonymous, permission, closed));
      t.false(may(account, permission, closed));
      t.true(may(superuser, permission, closed));
    }
  }
});

test('permissions on the server are for superusers', (t) => {
  for (const permission of ['project.add', 'user.edit', 'management.use'] as const) {
    t.false(may(account, permission));
    t.true(may(superuser, permission));
  }
});

test('public and protected projects are seen by all, others by superusers', (t) => {
  const seen = (caller: Caller) => [open, guarded, secret, custom].map((each) => seesProject(caller, each));

  t.deepEqual(seen(anonymous), [true, true, false, false]);
  t.deepEqual(seen(account), [true, true, false, false]);
  t.deepEqual(seen(superuser), [true, true, true, true]);
});

test('restricted components are seen by superusers', (t) => {
  t.true(seesComponent(account, { restricted: false }, guarded));
  t.false(seesComponent(account, { restricted: true }, open));
  t.false(seesComponent(account, { restricted: false }, secret));
  t.true(seesComponent(superuser, { restricted: true }, secret));
});

forEachEngine(test, (name, database) => {
  test(name('lists hold what the caller sees'), async (t) => {
    const { db } = database();
    const visible = await addProject(db, 'visible', { access_control: 1 });
    const hidden = await addProject(db, 'hidden', { access_control: 100 });
    await addComponent(db, visible, 'app');
    await addComponent(db, visible, 'restricted', { restricted: true });
    await addComponent(db, hidden, 'app');

    const lists = [];
    for (const caller of [anonymous, superuser]) {
      const projects = await visibleProjects(Project.query(db.reader), caller).orderBy('id');
      const components = await visibleComponents(Component.query(db.reader), caller).orderBy('id');
      lists.push([projects.map(({ slug }) => slug), components.map(({ path }) => path)]);
    }

    t.deepEqual(lists, [
      [['visible'], ['visible/app']],
      [
        ['visible', 'hidden'],
        ['visible/app', 'visible/restricted', 'hidden/app'],
      ],
    ]);
  });
});
