/** The site's own address while a corpus is replayed; requests go to a free local port all the same. */
export const replayBase = 'http://corpus.example.org';
