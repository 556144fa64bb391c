import { count, percent, several } from '../format.ts'
import { Link } from '../router.tsx'
import type { Figure } from './figures.ts'

interface ChartProps {
  readonly figures: readonly Figure[]
  /** What is counted: « client ». */
  readonly noun: string
}

const sumOf = (figures: readonly Figure[]) => figures.reduce((sum, { total }) => sum + total, 0)

/** One bar per figure, each a link to what it counts. */
export function Bars({ figures, noun }: ChartProps) {
  const most = Math.max(1, ...figures.map(({ total }) => total))
  return (
    <ul className="bars">
      {figures.map(({ key, label, tone, href, total }) => (
        <li key={key} className={tone}>
          <Link href={href}>
            <span>{label}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(total ? 1 : 0, (100 * total) / most)} height="10" />
            </svg>
            <span className="figures">
              {count(total)}
              <span className="unseen"> {total === 1 ? noun : `${noun}s`}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const RADIUS = 42
const AROUND = 2 * Math.PI * RADIUS

/** Parts of a whole, as a ring with its legend. */
export function Ring({ figures, noun }: ChartProps) {
  const sum = sumOf(figures)
  let before = 0
  return (
    <div className="ring">
      <svg viewBox="0 0 100 100" role="img" aria-label={`Répartition de ${several(sum, noun)}`}>
        <circle cx="50" cy="50" r={RADIUS} />
        {figures.map(({ key, tone, total }) => {
          const share = sum === 0 ? 0 : total / sum
          const start = before
          before += share
          return (
            <circle
              key={key}
              className={`part ${tone}`}
              cx="50"
              cy="50"
              r={RADIUS}
              strokeDasharray={`${Math.max(0, share * AROUND - 1)} ${AROUND}`}
              strokeDashoffset={-start * AROUND}
              transform="rotate(-90 50 50)"
            />
          )
        })}
        <text x="50" y="52">
          {count(sum)}
        </text>
        <text x="50" y="65" className="small">
          {sum < 2 ? noun : `${noun}s`}
        </text>
      </svg>
      <ul>
        {figures.map(({ key, label, tone, href, total }) => (
          <li key={key} className={tone}>
            <Link href={href}>
              <span className="dot" aria-hidden="true" />
              {label}
              <span className="figures">
                {count(total)}
                <small>{sum === 0 ? '' : percent(total / sum)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
