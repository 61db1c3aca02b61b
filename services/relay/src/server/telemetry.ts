import { context, SpanKind, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'

// Only `relay serve` loads this module, and only if an endpoint is configured: the libraries cost memory and time at startup.

const SCOPE = 'funding-desk-relay'
/** Shorter than the specification's ten seconds: the last export delays the stop, and notifications wait for the next process. */
const EXPORT_TIMEOUT_MS = 2000

type Variables = Record<string, string | undefined>

interface AnsweredNotification {
  environment: Environment | 'none'
  status: number
  milliseconds: number
}

/** Export of traces to an OpenTelemetry collector. */
export interface Telemetry {
  notification(answered: AnsweredNotification): void
  /** Exports what is left and stops. */
  close(): Promise<void>
}

/**
 * Exports traces to an OpenTelemetry collector, as its standard variables say (`OTEL_…`). A trace contains one span per notification. Its
 * name is the route, because the path of a webhook URL works like a key. Traces of senders are not continued, because anyone can send a
 * trace id.
 */
export function startTelemetry(variables: Variables): Telemetry {
  const timeout = variables['OTEL_EXPORTER_OTLP_TIMEOUT'] ? {} : { timeoutMillis: EXPORT_TIMEOUT_MS }
  const traces = new BasicTracerProvider({
    resource: resourceOf(variables),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(timeout))],
  })
  const tracer = traces.getTracer(SCOPE)
  return {
    notification: ({ environment, status, milliseconds }) => {
      const endTime = Date.now()
      tracer
        .startSpan(
          'POST /hooks/{environment}/{inlet}',
          {
            kind: SpanKind.SERVER,
            startTime: endTime - milliseconds,
            attributes: {
              'http.request.method': 'POST',
              'http.route': '/hooks/{environment}/{inlet}',
              'http.response.status_code': status,
              'relay.environment': environment,
            },
          },
          trace.deleteSpan(context.active()),
        )
        .end(endTime)
    },
    close: async () => {
      // A collector that does not answer must not keep the relay from stopping.
      await Promise.allSettled([traces.shutdown()])
    },
  }
}

/** The name in `OTEL_SERVICE_NAME` wins over that in `OTEL_RESOURCE_ATTRIBUTES`, and both over that of the relay. */
export function resourceOf({ OTEL_SERVICE_NAME: name }: Variables): Resource {
  const standard = resourceFromAttributes({ 'service.name': SCOPE })
  const detected = standard.merge(detectResources({ detectors: [envDetector] }))
  return name ? detected.merge(resourceFromAttributes({ 'service.name': name })) : detected
}
