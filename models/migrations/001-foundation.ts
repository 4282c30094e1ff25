import type { Knex } from 'knex';
import { createTable, reference } from './tables.ts';

/*
 * Conventions of every table: times are milliseconds since 1970 UTC (`*_at`, BIGINT); booleans are 0/1; JSON is text;
 * names of columns are the API's words. Strings compare byte by byte on both engines (utf8mb4_bin on MariaDB/MySQL).
 */

/** The numbers that statistics are made of, kept by delta in every row that has them (see models/counters.ts). */
const counted = ['total', 'translated', 'fuzzy', 'approved', 'readonly', 'failing'];

export async function up(knex: Knex): Promise<void> {
  const longText = (table: Knex.CreateTableBuilder, column: string) =>
    table.text(column, 'longtext').notNullable();
  const flag = (table: Knex.CreateTableBuilder, column: string, initial: boolean) =>
    table
      .boolean(column)
      .notNullable()
      .defaultTo(initial ? 1 : 0);
  const time = (table: Knex.CreateTableBuilder, column: string) => table.bigInteger(column);
  const counters = (table: Knex.CreateTableBuilder) => {
    for (const name of counted) {
      table.bigInteger(name).notNullable().defaultTo(0);
      table.bigInteger(`${name}_words`).notNullable().defaultTo(0);
      table.bigInteger(`${name}_chars`).notNullable().defaultTo(0);
    }
    table.bigInteger('suggestions').notNullable().defaultTo(0);
    table.bigInteger('comments').notNullable().defaultTo(0);
    time(table, 'last_change_at');
    table.bigInteger('last_author_id').unsigned();
  };

  await createTable(knex, 'settings', (table) => {
    table.string('name', 100).primary();
    longText(table, 'value');
  });

  await createTable(knex, 'users', (table) => {
    table.bigIncrements('id');
    table.string('username', 150).notNullable().unique();
    table.string('full_name', 150).notNullable();
    /** Lower case; unique where set. */
    table.string('email', 190).unique();
    /** scrypt, `scrypt$N$r$p$salt$hash`; null: no sign-in by password. */
    table.string('password', 255);
    flag(table, 'is_superuser', false);
    flag(table, 'is_active', true);
    flag(table, 'is_bot', false);
    time(table, 'date_joined').notNullable();
    time(table, 'date_expires');
    time(table, 'last_login');
    table.integer('translated').notNullable().defaultTo(0);
    table.integer('suggested').notNullable().defaultTo(0);
    table.integer('uploaded').notNullable().defaultTo(0);
    table.integer('commented').notNullable().defaultTo(0);
  });

  await createTable(knex, 'api_tokens', (table) => {
    table.bigIncrements('id');
    reference(table, 'user_id', 'users').notNullable().onDelete('CASCADE').unique();
    /** SHA-256 of the token, hex; the token itself is never stored. */
    table.string('digest', 64).notNullable().unique();
    time(table, 'created_at').notNullable();
  });

  await createTable(knex, 'languages', (table) => {
    table.bigIncrements('id');
    table.string('code', 50).notNullable().unique();
    table.string('name', 100).notNullable();
    table.string('direction', 3).notNullable();
    table.bigInteger('population').notNullable().defaultTo(0);
  });

  await createTable(knex, 'plurals', (table) => {
    table.bigIncrements('id');
    reference(table, 'language_id', 'languages').notNullable().onDelete('CASCADE');
    /** 0 the language's default (CLDR), 1 gettext file, 2 made through the API. */
    table.integer('source').notNullable();
    table.integer('number').notNullable();
    table.string('formula', 500).notNullable();
    table.integer('type').notNullable();
    /** CLDR categories of the forms, comma separated. */
    table.string('categories', 100).notNullable();
    table.index(['language_id', 'source']);
  });

  await createTable(knex, 'language_aliases', (table) => {
    table.string('alias', 100).primary();
    reference(table, 'language_id', 'languages').notNullable().onDelete('CASCADE').index();
  });

  /** Settings that component, category and project share, the project's being the fallback. */
  const inheritable = (table: Knex.CreateTableBuilder) => {
    longText(table, 'check_flags');
    table.string('license', 150).notNullable().defaultTo('');
    longText(table, 'agreement');
    table.string('new_lang', 10).notNullable().defaultTo('add');
    table.string('language_code_style', 25).notNullable().defaultTo('');
    reference(table, 'secondary_language_id', 'languages').onDelete('SET NULL');
    for (const message of ['commit', 'add', 'delete', 'merge', 'addon', 'pull']) {
      longText(table, `${message}_message`);
    }
    /** JSON array: names of the settings above that this object does not take from its parent. */
    longText(table, 'own_settings');
  };

  await createTable(knex, 'projects', (table) => {
    table.bigIncrements('id');
    table.string('name', 60).notNullable().unique();
    table.string('slug', 60).notNullable().unique();
    table.string('web', 200).notNullable();
    longText(table, 'instructions');
    /** 0 public, 1 protected, 100 private, 200 custom. */
    table.integer('access_control').notNullable().defaultTo(0).index();
    flag(table, 'translation_review', false);
    flag(table, 'source_review', false);
    flag(table, 'set_language_team', true);
    flag(table, 'enable_hooks', true);
    flag(table, 'enforced_2fa', false);
    table.integer('commit_policy').notNullable().defaultTo(0);
    longText(table, 'language_aliases');
    inheritable(table);
    time(table, 'created_at').notNullable();
  });

  await createTable(knex, 'categories', (table) => {
    table.bigIncrements('id');
    reference(table, 'project_id', 'projects').notNullable().onDelete('CASCADE').index();
    reference(table, 'category_id', 'categories').onDelete('CASCADE').index();
    table.string('name', 100).notNullable();
    table.string('slug', 100).notNullable();
    /** `project/category/…/slug`. */
    table.string('path', 500).notNullable().unique();
    longText(table, 'configuration');
    inheritable(table);
  });

  await createTable(knex, 'components', (table) => {
    table.bigIncrements('id');
    reference(table, 'project_id', 'projects').notNullable().onDelete('CASCADE').index();
    reference(table, 'category_id', 'categories').onDelete('SET NULL').index();
    table.string('name', 100).notNullable();
    table.string('slug', 100).notNullable();
    /** `project/[category/…]slug`: what URLs and links name. */
    table.string('path', 500).notNullable().unique();
    reference(table, 'source_language_id', 'languages').notNullable();
    table.string('vcs', 30).notNullable().defaultTo('git');
    /** As the caller gave it but for credentials, which are in `repo_secret`/`push_secret`. */
    table.string('repo', 300).notNullable();
    table.string('push', 300).notNullable().defaultTo('');
    /** Encrypted with the key file; null: none. */
    table.text('repo_secret');
    table.text('push_secret');
    /** Set when this component works in the repository of another. */
    reference(table, 'linked_component_id', 'components').onDelete('CASCADE').index();
    table.string('branch', 200).notNullable().defaultTo('');
    table.string('push_branch', 200).notNullable().defaultTo('');
    table.string('repoweb', 200).notNullable().defaultTo('');
    table.string('filemask', 400).notNullable();
    table.string('screenshot_filemask', 400).notNullable().defaultTo('');
    table.string('template', 400).notNullable().defaultTo('');
    flag(table, 'edit_template', true);
    table.string('intermediate', 400).notNullable().defaultTo('');
    table.string('new_base', 400).notNullable().defaultTo('');
    table.string('file_format', 50).notNullable();
    longText(table, 'file_format_params');
    inheritable(table);
    table.integer('priority').notNullable().defaultTo(100);
    longText(table, 'enforced_checks');
    flag(table, 'restricted', false);
    table.string('report_source_bugs', 190).notNullable().defaultTo('');
    table.string('merge_style', 12).notNullable().defaultTo('rebase');
    flag(table, 'allow_translation_propagation', true);
    flag(table, 'manage_units', false);
    flag(table, 'enable_suggestions', true);
    flag(table, 'suggestion_voting', false);
    table.integer('suggestion_autoaccept').notNullable().defaultTo(0);
    flag(table, 'push_on_commit', true);
    table.integer('commit_pending_age').notNullable().defaultTo(24);
    flag(table, 'auto_lock_error', true);
    table.string('language_regex', 500).notNullable().defaultTo('^[^.]+$');
    table.string('key_filter', 500).notNullable().defaultTo('');
    table.string('variant_regex', 190).notNullable().defaultTo('');
    flag(table, 'is_glossary', false);
    table.string('glossary_color', 20).notNullable().defaultTo('silver');
    flag(table, 'disable_autoshare', false);
    flag(table, 'locked', false);
    /** True when the lock came from an alert and goes with it. */
    flag(table, 'auto_locked', false);
    time(table, 'created_at').notNullable();
    table.index(['project_id', 'category_id', 'name']);
  });

  await createTable(knex, 'translations', (table) => {
    table.bigIncrements('id');
    reference(table, 'component_id', 'components').notNullable().onDelete('CASCADE');
    reference(table, 'language_id', 'languages').notNullable().index();
    reference(table, 'plural_id', 'plurals').notNullable();
    /** Code as in the file's name. */
    table.string('language_code', 50).notNullable();
    table.string('filename', 400).notNullable();
    /** Hash of the file (and template) last read, see vcs state; '' before the first read. */
    table.string('revision', 200).notNullable().defaultTo('');
    flag(table, 'is_source', false);
    flag(table, 'is_template', false);
    longText(table, 'check_flags');
    counters(table);
    table.unique(['component_id', 'language_id']);
  });

  await createTable(knex, 'units', (table) => {
    table.bigIncrements('id');
    reference(table, 'translation_id', 'translations').notNullable().onDelete('CASCADE');
    /** The unit of the source translation; its own id there. No constraint: rows of one file go in together. */
    table.bigInteger('source_unit_id').unsigned().index();
    /** 16 hex digits each, see adapters/identity.ts. */
    table.string('id_hash', 16).notNullable();
    table.string('content_hash', 16).notNullable();
    longText(table, 'context');
    /** Forms of the string, joined as in models/forms.ts. */
    longText(table, 'source');
    longText(table, 'target');
    longText(table, 'previous_source');
    table.integer('state').notNullable();
    /** State without flags that make a string read-only. */
    table.integer('original_state').notNullable();
    longText(table, 'location');
    longText(table, 'note');
    longText(table, 'flags');
    longText(table, 'extra_flags');
    longText(table, 'explanation');
    table.integer('position').notNullable();
    table.integer('num_words').notNullable();
    /** Characters of the source as statistics count them. */
    table.integer('num_chars').notNullable();
    table.integer('priority').notNullable().defaultTo(100);
    /** An edit of this unit waits for its commit. */
    flag(table, 'pending', false);
    flag(table, 'has_failing_check', false);
    flag(table, 'has_suggestion', false);
    flag(table, 'has_comment', false);
    flag(table, 'automatically_translated', false);
    /** Grows by one with each write of target or state. */
    table.integer('version').notNullable().defaultTo(1);
    time(table, 'timestamp').notNullable();
    time(table, 'last_updated').notNullable();
    table.unique(['translation_id', 'id_hash']);
    table.index(['translation_id', 'id']);
    table.index(['translation_id', 'position']);
    table.index(['content_hash']);
  });

  await createTable(knex, 'pending_changes', (table) => {
    table.bigIncrements('id');
    reference(table, 'unit_id', 'units').notNullable().onDelete('CASCADE').index();
    reference(table, 'translation_id', 'translations').notNullable().onDelete('CASCADE').index();
    reference(table, 'component_id', 'components').notNullable().onDelete('CASCADE');
    reference(table, 'author_id', 'users').notNullable();
    longText(table, 'target');
    table.integer('state').notNullable();
    longText(table, 'explanation');
    flag(table, 'automatic', false);
    /**
     * What the unit held before this edit: of a unit's oldest row, what the file holds;
     * null: the string is not in the file yet.
     */
    table.text('base_target', 'longtext');
    table.integer('base_state');
    /** `units.version` that this edit produced. */
    table.integer('unit_version').notNullable();
    time(table, 'created_at').notNullable();
    /** Set when the file could not take the edit: why, and the file's revision then. */
    table.text('failure');
    table.string('failed_revision', 200);
    time(table, 'failed_at');
    table.index(['component_id', 'created_at']);
  });

  await createTable(knex, 'changes', (table) => {
    table.bigIncrements('id');
    table.bigInteger('project_id').unsigned();
    table.bigInteger('component_id').unsigned();
    table.bigInteger('translation_id').unsigned();
    table.bigInteger('language_id').unsigned();
    table.bigInteger('unit_id').unsigned().index();
    table.bigInteger('user_id').unsigned();
    table.bigInteger('author_id').unsigned();
    table.bigInteger('alert_id').unsigned();
    table.integer('action').notNullable();
    longText(table, 'target');
    longText(table, 'old');
    longText(table, 'details');
    time(table, 'timestamp').notNullable();
    table.index(['timestamp', 'id']);
    table.index(['project_id', 'timestamp', 'id']);
    table.index(['component_id', 'timestamp', 'id']);
    table.index(['translation_id', 'timestamp', 'id']);
    table.index(['language_id', 'timestamp', 'id']);
    table.index(['user_id', 'timestamp', 'id']);
  });

  await createTable(knex, 'statistics', (table) => {
    /** instance, language, project, project_language, category, component. */
    table.string('scope', 20).notNullable();
    /** Id of the object; of the project for project_language; 0 for the instance. */
    table.bigInteger('scope_id').unsigned().notNullable();
    /** Only for project_language, else 0. */
    table.bigInteger('language_id').unsigned().notNullable();
    counters(table);
    table.primary(['scope', 'scope_id', 'language_id']);
  });

  await createTable(knex, 'alerts', (table) => {
    table.bigIncrements('id');
    reference(table, 'component_id', 'components').notNullable().onDelete('CASCADE');
    table.string('name', 100).notNullable();
    longText(table, 'details');
    time(table, 'timestamp').notNullable();
    time(table, 'updated').notNullable();
    time(table, 'dismissed_at');
    table.bigInteger('dismissed_by').unsigned();
    table.unique(['component_id', 'name']);
  });

  /** What is known of each working copy without looking at it; one row per component that owns a repository. */
  await createTable(knex, 'repositories', (table) => {
    reference(table, 'component_id', 'components').primary().onDelete('CASCADE');
    /** Commits, 40 hex digits; null before the first clone and for repositories without a remote. */
    table.string('remote_sha', 40);
    table.string('local_sha', 40);
    /** JSON CommitInfo of both, for answers; null like the commits. */
    table.text('remote_info', 'longtext');
    table.text('local_info', 'longtext');
    /** Head whose files were last read into the database. */
    table.string('processed_sha', 40);
    table.integer('outgoing').notNullable().defaultTo(0);
    table.integer('missing').notNullable().defaultTo(0);
    longText(table, 'status');
    /** Text of the newest failure of merge, rebase or push; null when the newest operation was none. */
    table.text('merge_failure', 'longtext');
    time(table, 'fetched_at');
  });

  /** One row per actor key; the epoch fences off everybody who claimed an earlier one. */
  await createTable(knex, 'actors', (table) => {
    table.string('key', 100).primary();
    table.bigInteger('epoch').notNullable().defaultTo(0);
  });

  await createTable(knex, 'jobs', (table) => {
    table.bigIncrements('id');
    table.string('uuid', 36).notNullable().unique();
    /** Actor that runs it, such as `component:5`. */
    table.string('key', 100).notNullable();
    table.string('kind', 50).notNullable();
    longText(table, 'payload');
    /** queued, running, done, failed, cancelled. */
    table.string('state', 10).notNullable();
    table.string('step', 50).notNullable().defaultTo('');
    /** Percent. */
    table.integer('progress').notNullable().defaultTo(0);
    longText(table, 'log');
    table.text('result', 'longtext');
    /** Runs that ended in an error, and runs that a crash cut off: two budgets. */
    table.integer('attempt').notNullable().defaultTo(0);
    table.integer('crashes').notNullable().defaultTo(0);
    table.bigInteger('epoch').notNullable().defaultTo(0);
    /** At most one queued job has the same value; null when the job has started or needs none. */
    table.string('dedupe', 200).unique();
    time(table, 'run_after').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'updated_at').notNullable();
    time(table, 'finished_at');
    /** Who may see the task. */
    table.bigInteger('component_id').unsigned();
    table.bigInteger('user_id').unsigned();
    table.index(['key', 'state', 'id']);
    table.index(['state', 'run_after', 'key']);
    table.index(['component_id', 'state']);
    table.index(['finished_at']);
  });
}
