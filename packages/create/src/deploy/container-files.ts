import { memorySettings, paths, toolVersions } from 'agentsite/model';

/** An image of the sidecar, which serves the whole site. @param localPackages that `npm ci` installs from */
export function writeDockerfile(localPackages: readonly string[]): string {
  return `FROM node:${toolVersions.node}-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc* ./
${localPackages.map((path) => `COPY ${path} ${path}\n`).join('')}RUN npm ci
COPY . .
ARG SITE_URL
# A new value rebuilds the site without a changed file, so that scheduled posts appear on their day.
ARG BUILD_DATE
# Also for the sidecar of a site on a static host.
ENV DEPLOY=server
RUN npm run build
RUN node node_modules/agentsite/deploy/copy-server.js /server && npm ci --prefix /server --ignore-scripts --prefer-offline

FROM node:${toolVersions.node}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 OPERATIONS_PORT=9464 DATA_DIR=/var/lib/site \\
    RELEASE_DIR=/site/dist NODE_COMPILE_CACHE=/tmp/node \\
    ${Object.entries(memorySettings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}
WORKDIR /site
# What is served, and what serves it: no content, no settings, no draft.
COPY --from=build --chown=root:root /server /site
COPY --from=build --chown=root:root /site/dist /site/dist
RUN install -d -o 10001 -g 10001 -m 700 /var/lib/site
USER 10001:10001
VOLUME ["/var/lib/site"]
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \\
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "sidecar/main.js"]
`;
}

export const dockerIgnore =
  'node_modules\ndist\npreview\n.git\n.env\n.env.*\n.data\n.dev\n.astro\n*.tar.gz\n';

export function writeCompose(): string {
  return `# Settings and secrets are in .env next to this file: SITE_URL, CONTACT_TO, CONTACT_FROM, SMTP_URL …
services:
  nginx:
    image: nginx:1.28.0-alpine
    ports: ["80:80"]
    volumes:
      - ./deploy/nginx.conf:/etc/nginx/conf.d/default.conf:ro
    depends_on:
      site:
        condition: service_healthy
    restart: unless-stopped

  site:
    build:
      context: .
      args:
        SITE_URL: \${SITE_URL:?set it in .env}
        BUILD_DATE: \${BUILD_DATE:-}
    env_file: .env
    environment:
      REDIS_URL: redis://redis:6379
      # The network of Docker, where nginx is.
      TRUST_PROXY: 172.16.0.0/12
    volumes: ["state:/var/lib/site"]
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    init: true
    depends_on:
      redis:
        condition: service_healthy
    restart: unless-stopped

  redis:
    image: redis:8.2.1-alpine
    command: redis-server --appendonly yes --appendfsync always --maxmemory-policy noeviction
    volumes: ["redis:/data"]
    healthcheck:
      test: ["CMD", "redis-cli", "ping"]
      interval: 10s
      timeout: 3s
    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    user: "999:1000"
    restart: unless-stopped

volumes:
  state:
  redis:
`;
}

export function writeContainerNginx(): string {
  return `# Reverse proxy of the site's container. For TLS, add a certificate and a server for port 443, or another proxy.
server {
    listen 80;
    server_tokens off;
    client_max_body_size 64k;
    client_header_timeout 10s;
    client_body_timeout 10s;

    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host "";
    proxy_set_header Forwarded "";

    location / {
        proxy_pass http://site:8787;
    }

    # MCP messages can be larger.
    location = ${paths.mcp} {
        client_max_body_size 1m;
        proxy_pass http://site:8787;
    }
}
`;
}
