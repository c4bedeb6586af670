"""One scripted session of the Python package `mcp`: python_session.py URL. It ends with 0 when it could go on."""

import asyncio
import sys

import mcp.client.streamable_http as http
from mcp import ClientSession

# The name of the first versions, and that of the later ones.
open_transport = getattr(http, "streamablehttp_client", None) or http.streamable_http_client


async def refused(what, request):
    """Runs a request that must fail, and says with what."""
    try:
        result = await request
    except Exception as error:
        print(f"{what}: {error}")
        return
    is_error = getattr(result, "isError", None) or getattr(result, "is_error", None)
    if not is_error:
        raise SystemExit(f"{what} was not refused: {result}")
    print(f"{what}: {result.content[0].text}")


async def list_with(session, cursor):
    try:
        return await session.list_resources(cursor=cursor)
    except TypeError:
        from mcp.types import PaginatedRequestParams

        return await session.list_resources(params=PaginatedRequestParams(cursor=cursor))


async def main(url):
    async with open_transport(url) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            await refused("unknown resource", session.read_resource("agentsite://page/no/such"))
            await refused("unknown tool", session.call_tool("serch", {"query": "x"}))
            await refused("unknown cursor", list_with(session, "nonsense"))
            await refused("unknown prompt", session.get_prompt("nope"))
            found = await session.call_tool("search", {"query": "markdown", "limit": None})
            resources = (await session.list_resources()).resources
            read = await session.read_resource(resources[0].uri)
            if not found.content or not read.contents:
                raise SystemExit("nothing was found or read after the refusals")
            print(f"went on: {len(tools)} tools, {len(resources)} resources")


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
