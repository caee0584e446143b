export { traceSettings, tracingConfig, type TracingSettings } from './settings.ts'
export { startQuerySpan, startRequestSpan, tracedFetch, withSpan } from './spans.ts'
export { startTracing } from './start-tracing.ts'
