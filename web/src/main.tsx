import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style/base.css'
import './style/shell.css'
import './style/parts.css'
import './style/list.css'
import './style/detail.css'
import './style/print.css'

const queries = new QueryClient({
  defaultOptions: {
    // The client of the API tries again by itself.
    queries: { retry: false, staleTime: 30_000, throwOnError: false },
  },
})

createRoot(document.getElementById('page') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
