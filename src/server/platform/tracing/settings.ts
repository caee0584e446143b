import * as z from 'zod'

export type TracingSettings = {
  /** Base URL of an OTLP receiver; traces are posted to `/v1/traces` below it. */
  endpoint: string
  /** Sent with each export, for example a key. */
  headers: Record<string, string>
  serviceName: string
  /** Share of the requests that are traced, 0 to 1. */
  ratio: number
}

/** Their names are OpenTelemetry's. */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().transform(parseHeaders).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('cendaki'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}
type Values = z.output<z.ZodObject<typeof traceSettings>>

/** Null where nothing is traced. */
export function tracingConfig(values: Values): TracingSettings | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return null
  return { endpoint, headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {}, serviceName: values.OTEL_SERVICE_NAME, ratio: values.OTEL_TRACES_SAMPLER_ARG }
}

/** `x-api-key=abc,x-team=kelas`, with percent-encoded values as the OpenTelemetry specification says. */
function parseHeaders(text: string, context: z.core.$RefinementCtx): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const part of text.split(',')) {
    const [, name, value] = /^\s*([\w.-]+)\s*=\s*([^\s,]+)\s*$/.exec(part) ?? []
    const decoded = value === undefined ? null : decode(value)
    if (name && decoded !== null) headers[name] = decoded
    else context.addIssue({ code: 'custom', message: 'must look like x-api-key=abc,x-team=kelas' })
  }
  return headers
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}
