import type { Granted } from '../grants/bearer.ts';

/** What software asked for, without contents: a line of JSON in the log of the process. */
export interface AgentAct {
  readonly act: string;
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** A path or the ID of a proposal. */
  readonly subject?: string;
  readonly reason?: string;
}

export type LogAct = (grant: Pick<Granted, 'grantId' | 'client'> | null, act: AgentAct) => void;

/** @param write one line */
export function openAgentLog(now: () => number, write: (line: string) => void = console.log): LogAct {
  return (grant, { subject, reason, ...act }) => {
    const client = grant && (grant.client.host || grant.client.id);
    const details = {
      ...(subject ? { subject: short(subject) } : {}),
      ...(reason ? { reason: short(reason) } : {}),
    };
    const at = new Date(now()).toISOString();
    write(
      JSON.stringify({ log: 'assistant', at, client, grant: grant?.grantId ?? null, ...act, ...details }),
    );
  };
}

const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 300);
