import { useEffect, useState } from 'react'
import { moment } from '../format.ts'

/** On paper only: when the sheet was printed, and where its content is found. */
export function Printed() {
  const [text, setText] = useState('')
  useEffect(() => {
    const write = () => setText(`Imprimé le ${moment(new Date().toISOString())} (UTC), ${location.href}`)
    addEventListener('beforeprint', write)
    return () => removeEventListener('beforeprint', write)
  }, [])
  return <p className="printed">{text}</p>
}
