interface Metric {
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  /** Name of the label; absent for a metric without label. */
  readonly label?: string;
}

const metrics = {
  deliveries_total: { type: 'counter', help: 'Webhook deliveries by result.', label: 'result' },
  push_events_total: { type: 'counter', help: 'Push events appended to the log.' },
  push_events_sent_total: { type: 'counter', help: 'Push events written to streams.' },
  streams: { type: 'gauge', help: 'Streams of editors that are open.' },
  streams_behind: { type: 'gauge', help: 'Streams whose reader is slower than the push events.' },
  streams_opened_total: { type: 'counter', help: 'Streams that were opened.' },
  streams_resumed_total: { type: 'counter', help: 'Streams that resumed at their last position.' },
  streams_gap_total: { type: 'counter', help: 'Streams that were notified of a gap.' },
  streams_refused_total: {
    type: 'counter',
    help: 'Requests for a stream that were refused.',
    label: 'reason',
  },
  streams_ended_total: { type: 'counter', help: 'Streams that the relay ended.', label: 'reason' },
  log_last_sequence: { type: 'gauge', help: 'Sequence of the newest push event.' },
  log_available: { type: 'gauge', help: '1 while deliveries can be stored, 0 while NATS cannot be reached.' },
  log_lag: { type: 'gauge', help: 'Push events that are stored but have not reached this relay.' },
  log_reconnects_total: { type: 'counter', help: 'Times that the connection to NATS was opened again.' },
  append_seconds_total: {
    type: 'counter',
    help: 'Time until the log confirmed deliveries; divide it by the accepted and repeated ones.',
  },
  fan_out_seconds_total: { type: 'counter', help: 'Time spent on writing push events to streams.' },
  errors_total: { type: 'counter', help: 'Internal errors, such as disk failures; see standard error.' },
} as const satisfies Record<string, Metric>;

type MetricName = keyof typeof metrics;

/** Counts events of a relay and returns them as text for Prometheus. The text has no names of projects or users. */
export class Metrics {
  readonly #values = new Map<MetricName, Map<string, number>>();

  add(name: MetricName, by = 1, label = ''): void {
    const values = this.#of(name);
    values.set(label, (values.get(label) ?? 0) + by);
  }

  set(name: MetricName, value: number): void {
    this.#of(name).set('', value);
  }

  /** Returns all metrics in the text exposition format 0.0.4. */
  toString(): string {
    return (Object.entries(metrics) as [MetricName, Metric][])
      .map(([name, { type, help, label }]) => {
        const full = `service_relay_${name}`;
        // Metrics without label are written from the start, so that alerts can distinguish zero from absent.
        const values = [...(this.#values.get(name) ?? (label === undefined ? [['', 0] as const] : []))];
        const lines = values.map(([value, count]) => `${full}${labelOf(label, value)} ${count}\n`);
        return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
      })
      .join('');
  }

  #of(name: MetricName): Map<string, number> {
    const known = this.#values.get(name);
    if (known) return known;
    const values = new Map<string, number>();
    this.#values.set(name, values);
    return values;
  }
}

function labelOf(label: string | undefined, value: string): string {
  return label === undefined ? '' : `{${label}="${value}"}`;
}
