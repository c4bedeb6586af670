// One scripted session of the Go SDK: go run . URL. It ends with 0 when it could go on.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "session", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: os.Args[1]}, nil)
	check(err)
	tools, err := session.ListTools(ctx, nil)
	check(err)

	_, err = session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "agentsite://page/no/such"})
	refused("unknown resource", err)
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "serch", Arguments: map[string]any{"query": "x"}})
	if err == nil && !result.IsError {
		log.Fatal("unknown tool was not refused")
	}
	fmt.Println("unknown tool:", err)
	_, err = session.ListResources(ctx, &mcp.ListResourcesParams{Cursor: "nonsense"})
	refused("unknown cursor", err)
	_, err = session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "nope"})
	refused("unknown prompt", err)

	found, err := session.CallTool(ctx, &mcp.CallToolParams{
		Name: "search", Arguments: map[string]any{"query": "markdown", "limit": nil},
	})
	check(err)
	resources, err := session.ListResources(ctx, nil)
	check(err)
	read, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: resources.Resources[0].URI})
	check(err)
	if found.IsError || len(read.Contents) == 0 {
		log.Fatal("nothing was found or read after the refusals")
	}
	fmt.Printf("went on: %d tools, %d resources\n", len(tools.Tools), len(resources.Resources))
	check(session.Close())
}

func refused(what string, err error) {
	if err == nil {
		log.Fatalf("%s was not refused", what)
	}
	fmt.Printf("%s: %v\n", what, err)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
