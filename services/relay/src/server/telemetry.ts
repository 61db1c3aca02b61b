import { context, SpanKind, trace, ValueType } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Telemetry, TelemetrySource } from './telemetry-source.ts'

// Only `relay serve` loads this module, and only if an endpoint is configured: the libraries cost memory and time at startup.

const SCOPE = 'funding-desk-relay'
/** Interval between two exports of the metrics, in milliseconds; the default of the OpenTelemetry specification. */
const EXPORT_EVERY_MS = 60_000

/**
 * Time limit of an export if the variables do not set one, in milliseconds. It is shorter than the specification's ten seconds, because the
 * last export delays the stop of the relay, and notifications wait for the next process.
 */
const EXPORT_TIMEOUT_MS = 2000

type Variables = Record<string, string | undefined>

/**
 * Exports traces and metrics to an OpenTelemetry collector, as its standard variables say (`OTEL_…`). A trace contains one span per
 * notification. Its name is the route, because the path of a webhook URL works like a key. Traces of senders are not continued, because
 * anyone can send a trace id. The metrics are those of Prometheus.
 */
export function startTelemetry(source: TelemetrySource, variables: Variables = process.env): Telemetry {
  const resource = resourceOf(variables)
  const wants = (signal: 'TRACES' | 'METRICS') =>
    variables[`OTEL_${signal}_EXPORTER`] !== 'none' &&
    Boolean(variables['OTEL_EXPORTER_OTLP_ENDPOINT'] || variables[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`])
  const traces = wants('TRACES')
    ? new BasicTracerProvider({
        resource,
        spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(timeoutOf(variables)))],
      })
    : null
  const tracer = traces?.getTracer(SCOPE)
  const metrics = wants('METRICS')
    ? new MeterProvider({ resource, readers: [readerOf(source, resource, variables)] })
    : null
  return {
    notification: ({ environment, status, milliseconds }) => {
      const endTime = Date.now()
      tracer
        ?.startSpan(
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
      await Promise.allSettled([traces?.shutdown(), metrics?.shutdown()])
    },
  }
}

/**
 * Returns what the exports say about their source. The service has the name in `OTEL_SERVICE_NAME`, or else in `OTEL_RESOURCE_ATTRIBUTES`,
 * or else that of the relay.
 */
export function resourceOf({ OTEL_SERVICE_NAME: name }: Variables): Resource {
  const standard = resourceFromAttributes({ 'service.name': SCOPE })
  const detected = standard.merge(detectResources({ detectors: [envDetector] }))
  return name ? detected.merge(resourceFromAttributes({ 'service.name': name })) : detected
}

const timeoutOf = (variables: Variables) =>
  variables['OTEL_EXPORTER_OTLP_TIMEOUT'] ? {} : { timeoutMillis: EXPORT_TIMEOUT_MS }

function readerOf(
  source: TelemetrySource,
  resource: Resource,
  variables: Variables,
): PeriodicExportingMetricReader {
  const exportIntervalMillis = Number(variables['OTEL_METRIC_EXPORT_INTERVAL']) || EXPORT_EVERY_MS
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(timeoutOf(variables)),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
    metricProducers: [producerOf(source, resource)],
  })
}

/** Reads the metrics of Prometheus as those of OpenTelemetry. A histogram becomes the sums of its buckets, as in Prometheus. */
function producerOf(source: TelemetrySource, resource: Resource): MetricProducer {
  const startTime = hrTime(Date.now())
  return {
    collect: async () => {
      const endTime = hrTime(Date.now())
      const metrics = (await source.samples()).map(({ name, help, isSum, points }): MetricData => {
        const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE }
        const dataPoints = points.map(({ attributes, value }) => ({ startTime, endTime, attributes, value }))
        const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE, dataPoints }
        return isSum
          ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true }
          : { ...common, dataPointType: DataPointType.GAUGE }
      })
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: SCOPE }, metrics }] },
        errors: [],
      }
    },
  }
}

const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1000), (ms % 1000) * 1e6]
