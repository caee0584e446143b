import type { Logger } from 'pino'
import { minuteMs } from '#contract/kit/durations.ts'
import type { TracingSettings } from './settings.ts'
import { setTracing } from './spans.ts'

const exportTimeoutMs = 2_000
const warningPauseMs = minuteMs

/** Exports spans to an OTLP receiver in the background, in bounded batches: a receiver that is away costs traces, never requests. */
export async function startTracing(
  settings: TracingSettings,
  { version, log }: { version: string; log: Pick<Logger, 'warn'> },
): Promise<{ stop(): Promise<void> }> {
  // Loaded only here, because few installations trace.
  const [tracing, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${settings.endpoint}/v1/traces`, headers: settings.headers, timeoutMillis: exportTimeoutMs })
  const sampled = new sdk.TraceIdRatioBasedSampler(settings.ratio)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version }),
    // A caller cannot have more traced than the share: anyone may send a `traceparent`.
    sampler: new sdk.ParentBasedSampler({ root: sampled, remoteParentSampled: sampled }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  })
  const { context, diag, DiagLogLevel, propagation, trace } = tracing
  diag.setLogger(warningsTo(log), DiagLogLevel.WARN)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  setTracing(tracing)
  return {
    async stop() {
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'the last traces were not exported'))
      setTracing(null)
      for (const api of [trace, context, propagation, diag]) api.disable()
    },
  }
}

/** Logs what the exporter reports, at most once a minute: a receiver that is away would fill the log. */
function warningsTo(log: Pick<Logger, 'warn'>) {
  let next = 0
  const warn = (message: string) => {
    if (performance.now() < next) return
    next = performance.now() + warningPauseMs
    log.warn({ reason: message.slice(0, 500) }, 'traces are not exported')
  }
  const ignore = () => {}
  return { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
}
