import { type Finding, wrong } from './finding.ts'

/** Milliseconds as seconds, in French. */
export const seconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toLocaleString('fr', { maximumFractionDigits: 1 })} s`

/** A problem if a clock differs from ours by more than the tolerance. */
export const clockFinding = (sujet: string, ahead: number | undefined, tolerated: number): Finding[] =>
  ahead === undefined || Math.abs(ahead) <= tolerated
    ? []
    : [
        wrong(
          sujet,
          `Son horloge ${ahead > 0 ? 'avance' : 'retarde'} de ${seconds(Math.abs(ahead))} sur celle de cette machine.`,
          'Réglez les deux horloges par NTP (chrony, systemd-timesyncd).',
          { avance_ms: Math.round(ahead) },
        ),
      ]
