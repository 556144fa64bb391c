import { lazy, Suspense, useEffect } from 'react'
import { menu } from './menu.ts'
import { Link, usePath } from './router.tsx'
import { routeAt, routes } from './routes.ts'
import { useMayEnter, useMe, useRights } from './session/me.ts'
import { NoRights } from './session/no-rights.tsx'
import { storeFiles } from './store-files.ts'
import { Account } from './ui/account.tsx'
import { Refused, Unavailable } from './ui/failure.tsx'
import { Icon } from './ui/icon.tsx'
import { Lines } from './ui/loaded.tsx'
import { Notice } from './ui/notice.tsx'
import { Outcomes } from './ui/outcome.tsx'
import { Printed } from './ui/printed.tsx'
import { ScreenBoundary } from './ui/screen-boundary.tsx'
import { Keys } from './ui/shortcuts.tsx'
import { StatusBar } from './ui/status-bar.tsx'
import { Title } from './ui/title.tsx'

/** The frame around every screen: brand, menu, account. */
export function Shell() {
  const { permissions, utilisateur } = useMe()
  const stopped = !utilisateur.actif || permissions.length === 0
  return (
    <>
      <a className="skip" href="#contenu">
        Aller au contenu
      </a>
      <header className="top">
        <Link href="/" className="brand" aria-label="Antenne, accueil">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          Antenne
        </Link>
        {!stopped && <Menu />}
        <Account />
      </header>
      <main id="contenu" tabIndex={-1}>
        <StatusBar />
        {stopped ? <NoRights /> : <Screen />}
        <Printed />
      </main>
      <Outcomes />
      <Keys />
    </>
  )
}

function Menu() {
  const path = usePath()
  const mayEnter = useMayEnter()
  return (
    <nav aria-label="Menu principal">
      <ul>
        {menu.filter(mayEnter).map(({ href, label, rest, icon }) => (
          <li key={href}>
            <Link href={href} aria-current={isAt(path, href) ? (path === href ? 'page' : 'true') : undefined}>
              <Icon name={icon} />
              <span>
                {label}
                {rest !== undefined && <span className="rest">{rest}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isAt = (path: string, href: string): boolean =>
  path === href || (href !== '/' && path.startsWith(`${href}/`))

/**
 * The other screens are fetched this long after the first, before they are needed, and stored with the rest of the
 * page.
 */
const LATER = 1500

function useOtherScreens() {
  const { permissions } = useMe()
  useEffect(() => {
    const fetchAll = () => {
      for (const { permission, load } of routes) {
        if (permission === null || permissions.includes(permission)) load().catch(() => {})
      }
      storeFiles()
    }
    const timer = setTimeout(fetchAll, LATER)
    return () => clearTimeout(timer)
  }, [permissions])
}

const screens = new Map(routes.map((route) => [route, lazy(route.load)]))

function Screen() {
  const path = usePath()
  const can = useRights()
  useOtherScreens()
  const route = routeAt(path)
  const Shown = route && screens.get(route)
  if (route === undefined || Shown === undefined) return <Unknown />
  if (route.permission !== null && !can(route.permission)) {
    return (
      <>
        <Title window="Accès refusé">Accès refusé</Title>
        <Refused permission={route.permission} />
      </>
    )
  }
  const [, id = ''] = route.pattern.exec(path) ?? []
  return (
    <ScreenBoundary key={path} otherwise={(retry) => <Unavailable message={NOT_LOADED} retry={retry} />}>
      <Suspense fallback={<Lines count={6} />}>
        <Shown key={path} id={id} />
      </Suspense>
    </ScreenBoundary>
  )
}

const NOT_LOADED = 'Cet écran n’a pas pu être affiché. Vérifiez votre connexion, puis réessayez.'

const Unknown = () => (
  <>
    <Title window="Page introuvable">Page introuvable</Title>
    <Notice
      icon="search"
      title="Il n’y a rien à cette adresse"
      actions={
        <Link className="button primary" href="/">
          Revenir à l’accueil
        </Link>
      }
    >
      <p>L’adresse a peut-être été mal recopiée.</p>
    </Notice>
  </>
)
