import type { IncomingHttpHeaders } from 'node:http'
import type { Span } from '@opentelemetry/api'

type Tracing = typeof import('@opentelemetry/api')

/** Null until `startTracing`: then all of this does nothing, and the packages are not loaded. */
let tracing: Tracing | null = null

export const setTracing = (api: Tracing | null): void => void (tracing = api)

const tracer = ({ trace }: Tracing) => trace.getTracer('cendaki')
const isRecording = (api: Tracing | null): api is Tracing => api?.trace.getActiveSpan()?.isRecording() ?? false

const maximumStatementLength = 2_000

export type RequestSpan = {
  /** Null without tracing. */
  traceId: string | null
  /** Runs the request; spans that begin in it become children. */
  run<Result>(work: () => Result): Result
  end(status: number): void
}

const untraced: RequestSpan = { traceId: null, run: (work) => work(), end() {} }

/** A span of a request that this process serves. A caller's `traceparent` is continued. URLs and parameters are left out: they contain tokens. */
export function startRequestSpan({ method, route, headers }: { method: string; route: string; headers: IncomingHttpHeaders }): RequestSpan {
  if (!tracing) return untraced
  const { context, propagation, SpanKind, SpanStatusCode, trace } = tracing
  const caller = propagation.extract(context.active(), headers)
  const span = tracer(tracing).startSpan(
    `${method} ${route}`,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
    caller,
  )
  const active = trace.setSpan(caller, span)
  return {
    traceId: span.isRecording() ? span.spanContext().traceId : null,
    run: (work) => context.with(active, work),
    end(status) {
      span.setAttribute('http.response.status_code', status)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** A span of a query inside a request; its text has no values. Background work has no span, and neither have its queries. */
export function startQuerySpan(text: string): (error?: unknown) => void {
  const api = tracing
  if (!isRecording(api)) return () => {}
  const [operation = 'query'] = text.trimStart().split(/\s/, 1)
  const span = tracer(api).startSpan(operation.toLowerCase(), {
    kind: api.SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maximumStatementLength) },
  })
  return (error) => end(api, span, error)
}

/** A span around a part of a request. */
export async function withSpan<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const api = tracing
  if (!isRecording(api)) return work()
  return tracer(api).startActiveSpan(name, async (span) => {
    try {
      const result = await work()
      end(api, span)
      return result
    } catch (error) {
      end(api, span, error)
      throw error
    }
  })
}

type Fetch = (request: Request) => Promise<Response>

/** The same fetch with a span for each call inside a request. The trace's id is not sent: the other side is another company. */
export const tracedFetch =
  (send: Fetch): Fetch =>
  (request) =>
    withSpan(`${request.method} ${new URL(request.url).host}`, async () => {
      const response = await send(request)
      tracing?.trace.getActiveSpan()?.setAttribute('http.response.status_code', response.status)
      return response
    })

/** The message of an error may contain values of a user, so only its kind is exported. */
function end({ SpanStatusCode }: Tracing, span: Span, error?: unknown): void {
  if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  span.end()
}
