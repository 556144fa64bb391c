// Before anything is drawn: a page that was chosen dark does not flash white.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen) document.documentElement.dataset.theme = chosen
} catch {}

// A script that does not come, as on a weak network, would leave « Chargement… » for ever: the page is asked for again.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return
    const text = document.querySelector('#page .alone p')
    if (text !== null) text.textContent = 'La page ne s’est pas chargée. Nouvel essai dans quelques secondes…'
    setTimeout(() => location.reload(), 3000)
  },
  true,
)
