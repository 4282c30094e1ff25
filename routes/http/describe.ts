import { z } from 'zod';
import type { Call, Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { mediaType } from './negotiate.ts';
import type { PathEntry } from './route-table.ts';

/** What OPTIONS says about a key of a body. */
interface FieldDescription {
  type: string;
  required: boolean;
  read_only: boolean;
  label: string;
  max_length?: number;
  choices?: { value: unknown; display_name: string }[];
}

/**
 * The answer to OPTIONS: what a path is and takes. It needs the same sight of the object as reading it, and shows only
 * the actions that the caller may do.
 * @throws {ApiError} 404 when the caller does not see the object.
 */
export async function describePath(entry: PathEntry, call: Call): Promise<object> {
  const allowed = await allowedEndpoints(entry, call);
  const [first] = entry.endpoints.values();
  const takesBody = [...entry.endpoints.values()].some((endpoint) => endpoint.body);
  const actions: Record<string, Record<string, FieldDescription>> = {};
  for (const endpoint of allowed) {
    if (endpoint.body && (endpoint.method === 'POST' || endpoint.method === 'PUT')) {
      actions[endpoint.method] = fields(endpoint);
    }
  }
  return {
    name: first?.summary ?? '',
    description: '',
    renders: entry.formats === 'own' ? [] : [...new Set(entry.formats.map(mediaType))],
    parses: takesBody ? ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] : [],
    ...(Object.keys(actions).length > 0 ? { actions } : {}),
  };
}

async function allowedEndpoints(entry: PathEntry, call: Call): Promise<Endpoint[]> {
  const allowed: Endpoint[] = [];
  for (const endpoint of entry.endpoints.values()) {
    if (!call.caller.user && endpoint.method !== 'GET') {
      continue;
    }
    try {
      await endpoint.find(call);
      allowed.push(endpoint);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 404) {
        throw error;
      }
      // Not allowed: left out.
    }
  }
  return allowed;
}

function fields(endpoint: Endpoint): Record<string, FieldDescription> {
  const described: Record<string, FieldDescription> = {};
  for (const [name, schema] of Object.entries(shownShape(endpoint))) {
    described[name] = describeField(name, schema, true);
  }
  for (const [name, schema] of Object.entries(endpoint.body?.shape ?? {})) {
    described[name] = describeField(name, schema, false);
  }
  return described;
}

/** Keys of the object that the endpoint answers with: those that the body lacks are read-only. */
function shownShape(endpoint: Endpoint): Record<string, z.core.$ZodType> {
  const answer = endpoint.answers[200]?.schema ?? endpoint.answers[201]?.schema;
  return answer instanceof z.ZodObject ? answer.shape : {};
}

function describeField(name: string, schema: z.core.$ZodType, readOnly: boolean): FieldDescription {
  const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  const variant = json.anyOf?.find((item) => item.type !== 'null') ?? json;
  const choices = variant.enum ?? (variant.const === undefined ? undefined : [variant.const]);
  const label = name.replaceAll('_', ' ');
  return {
    type: choices ? 'choice' : typeName(variant),
    required: !readOnly && !(schema as z.ZodType).safeParse(undefined).success,
    read_only: readOnly,
    label: label.charAt(0).toUpperCase() + label.slice(1),
    ...(variant.maxLength === undefined ? {} : { max_length: variant.maxLength }),
    ...(choices ? { choices: choices.map((value) => ({ value, display_name: String(value) })) } : {}),
  };
}

const formatNames: Readonly<Record<string, string>> = {
  uri: 'url',
  email: 'email',
  'date-time': 'datetime',
  date: 'date',
  binary: 'file upload',
};

const typeNames: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'float',
  boolean: 'boolean',
  array: 'list',
  object: 'nested object',
};

function typeName(json: { format?: string; type?: unknown }): string {
  const types = [json.type].flat().filter((type) => type !== 'null');
  return formatNames[json.format ?? ''] ?? typeNames[String(types[0])] ?? 'field';
}
