import { writeFileSync } from 'node:fs'
import { packageRoot } from '../src/package.ts'
import { files } from './files.ts'

for (const [path, make] of Object.entries(files)) writeFileSync(new URL(path, packageRoot), make())
