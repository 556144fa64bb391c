// Before anything is drawn: a page that was chosen dark does not flash white.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen) document.documentElement.dataset.theme = chosen
} catch {}
