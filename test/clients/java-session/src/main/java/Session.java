// One scripted session of the Java SDK: Session ORIGIN PATH. It ends with 0 when it could go on.
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;

public class Session {
  public static void main(String[] words) {
    var transport = HttpClientStreamableHttpTransport.builder(words[0]).endpoint(words[1]).build();
    var client = McpClient.sync(transport).build();
    client.initialize();
    var tools = client.listTools().tools();

    refused("unknown tool", () -> client.callTool(call("serch")));
    refused("unknown resource", () -> client.readResource(read("agentsite://page/no/such")));
    refused("unknown cursor", () -> client.listResources("nonsense"));
    refused("unknown prompt", () -> client.getPrompt(new McpSchema.GetPromptRequest("nope", Map.of())));

    var found = client.callTool(call("search"));
    var resources = client.listResources().resources();
    var contents = client.readResource(read(resources.get(0).uri())).contents();
    if (Boolean.TRUE.equals(found.isError()) || contents.isEmpty())
      throw new IllegalStateException("nothing was found or read after the refusals");
    System.out.printf("went on: %d tools, %d resources%n", tools.size(), resources.size());
    client.closeGracefully();
  }

  static McpSchema.CallToolRequest call(String tool) {
    return McpSchema.CallToolRequest.builder(tool).arguments(Map.of("query", "markdown")).build();
  }

  static McpSchema.ReadResourceRequest read(String uri) {
    return McpSchema.ReadResourceRequest.builder(uri).build();
  }

  static void refused(String what, Runnable request) {
    try {
      request.run();
    } catch (RuntimeException error) {
      System.out.printf("%s: %s%n", what, error.getMessage());
      return;
    }
    throw new IllegalStateException(what + " was not refused");
  }
}
