/** Spreadsheets would read these as formulas; an apostrophe makes them plain text. */
const dangerous = /^[=+\-@\t\r]/

const cell = (value: string | number | null | undefined): string => {
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = value ?? ''
  const safe = dangerous.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type Cell = string | number | null | undefined

/** A file that French spreadsheets open directly: semicolons, UTF-8 with a byte order mark, one line per row. */
export const csvOf = (rows: readonly (readonly Cell[])[]): Blob =>
  new Blob([`\ufeff${rows.map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

/** Downloads a file. */
export function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
