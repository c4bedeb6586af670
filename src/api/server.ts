/** Parts of the sidecar for packages that serve a host of their own. */

/** An MCP endpoint: the protocol of the site's server, in both eras, around the tools of a package. */
export { createOwnMcp } from '../../sidecar/mcp/own-mcp.ts';

/** Tools, resources, prompts and completion of an MCP server, apart from the protocol. */
export type { ServerFeatures } from '../../sidecar/mcp/server-features.ts';

/** A tool: its description, and what a call returns. */
export type { ToolDefinition } from '../../sidecar/mcp/server-features.ts';

/** Sends a mail to the owner as the contact form does. */
export { sendOwnerMail } from '../../sidecar/open-owner-mail.ts';

/** Sends mails as the contact form does, from a sender of the package's own. */
export { openMailerFrom } from '../../sidecar/open-contact-parts.ts';
