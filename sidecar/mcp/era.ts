/** The two ways of speaking MCP: with a handshake (revisions up to 2025-11-25), and without (2026-07-28). */
export type Era = 'legacy' | 'modern';
