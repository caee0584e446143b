import * as z from 'zod/mini'

/** Parses the URL of a list into the input of its API call. Parameters that the call would reject are ignored. */
export function readListQuery<Schema extends z.core.$ZodType>(schema: Schema, request: Request): z.output<Schema> {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ''))
  const first = z.safeParse(schema, parameters)
  if (first.success) return first.data
  for (const { path } of first.error.issues) delete parameters[String(path[0])]
  return z.parse(schema, parameters)
}
