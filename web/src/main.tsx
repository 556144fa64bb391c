import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { AntenneError } from 'antenne-client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { NEW } from './ahead.ts'
import { App } from './app.tsx'
import { keepAnswersOf } from './device/kept-answers.ts'
import { started } from './started.ts'
import './style/base.css'
import './style/shell.css'
import './style/parts.css'
import './style/list.css'
import './style/detail.css'
import './style/queue.css'
import './style/desk.css'
import './style/deposit.css'
import './style/print.css'

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    // A right was withdrawn meanwhile: ask again what the page may offer.
    onError: (error) => {
      if (error instanceof AntenneError && error.code === 'acces_refuse') {
        void queries.invalidateQueries({ queryKey: ['moi'] })
      }
    },
  }),
  defaultOptions: {
    // The API client itself retries, and says when there is no network.
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: NEW,
      // What was read today is kept on the device: it is shown where there is no network.
      gcTime: 24 * 3600 * 1000,
      throwOnError: false,
    },
  },
})

const starting = started(queries)
starting.catch(() => {})
keepAnswersOf(queries)

createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App starting={starting} />
    </QueryClientProvider>
  </StrictMode>,
)
