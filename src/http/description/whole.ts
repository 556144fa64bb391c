import { type Document, readDocument } from './document.ts'
import { describe } from './openapi.ts'
import { describeExtension } from './openapi-extension.ts'

/** The contract's operations and those of the extension, as one document. */
export const whole = (): Document => readDocument(describe(), describeExtension())
