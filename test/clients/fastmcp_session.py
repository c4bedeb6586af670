"""The same session with `fastmcp`: fastmcp_session.py URL. It ends with 0 when it could go on."""

import asyncio
import sys

from fastmcp import Client


async def refused(what, request):
    try:
        result = await request
    except Exception as error:
        print(f"{what}: {error}")
        return
    raise SystemExit(f"{what} was not refused: {result}")


async def list_with(session, cursor):
    try:
        return await session.list_resources(cursor=cursor)
    except TypeError:
        from mcp.types import PaginatedRequestParams

        return await session.list_resources(params=PaginatedRequestParams(cursor=cursor))


async def main(url):
    async with Client(url) as client:
        tools = await client.list_tools()
        await refused("unknown resource", client.read_resource("agentsite://page/no/such"))
        await refused("unknown tool", client.call_tool("serch", {"query": "x"}))
        await refused("unknown cursor", list_with(client.session, "nonsense"))
        await refused("unknown prompt", client.get_prompt("nope"))
        found = await client.call_tool("search", {"query": "markdown", "limit": None})
        resources = await client.list_resources()
        read = await client.read_resource(resources[0].uri)
        if not found.content or not read:
            raise SystemExit("nothing was found or read after the refusals")
        print(f"went on: {len(tools)} tools, {len(resources)} resources")


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
