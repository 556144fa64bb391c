import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long whatever their size, the longest first. */
const long = [
  ...[
    'isolation',
    'faults',
    'concurrency',
    'killed',
    'web-states',
    'web-documents',
    'web-deposit',
    'web-lists',
  ],
  ...['antivirus', 'model', 'web-accessible', 'slow-clients', 'export', 'replicas', 'reference', 'embedded'],
].map((name) => `/test/${name}.test.ts`)

/** Long files begin first: none is left to run alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? long.length : place
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}
