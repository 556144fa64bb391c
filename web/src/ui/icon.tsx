const shapes: Readonly<Record<string, string>> = {
  home: 'M3 11 12 4l9 7M5.500 9.500V20h13V9.500M10 20v-6h4v6',
  inbox: 'M4 13 6.500 5h11L20 13v6H4zM4 13h4.500a3.500 3.500 0 0 0 7 0H20',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 14l2 2 4-4.500',
  building: 'M5 20V4h9v16M14 9h5v11M3 20h18M8 8h3M8 12h3M8 16h3',
  handshake: 'M3 8l4-2 5 2 5-2 4 2v7h-3l-5 4-6-4H3zM12 8l-3 4 2 1.500L14 11l4 4',
  tag: 'M4 4h8l8 8-8 8-8-8zM8.500 8.500h.01',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.500 15.500 20 20',
  download: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14',
  print: 'M7 9V4h10v5M7 16H4V9h16v7h-3M7 13h10v7H7z',
  close: 'M6 6l12 12M18 6 6 18',
  back: 'M10 6l-6 6 6 6M4 12h16',
  next: 'M9 5l7 7-7 7',
  previous: 'M15 5l-7 7 7 7',
  check: 'M5 12.500 10 17 19 7',
  alert: 'M12 4 2.500 20h19zM12 10v4.500M12 17.500h.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.500l3 2',
  offline:
    'M4 4l16 16M8.500 15a5 5 0 0 1 6-.800M5 11.500a10 10 0 0 1 4-2.300M14 9a10 10 0 0 1 5 2.500M12 19h.01',
  empty: 'M4 8h16v12H4zM4 8l2-4h12l2 4M9.500 12h5',
  pin: 'M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0C18.500 15 12 21 12 21zM12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  camera: 'M4 8h4l1.500-2.500h5L16 8h4v11H4zM12 10a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z',
  keyboard: 'M3 7h18v10H3zM7 10.500h.01M11 10.500h.01M15 10.500h.01M8 14h8',
}

/** An icon beside the words that say what it means. */
export const Icon = ({ name }: { readonly name: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[name] ?? ''} />
  </svg>
)
