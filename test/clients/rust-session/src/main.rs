// One scripted session of the Rust SDK: cargo run -- URL. It ends with 0 when it could go on.
use rmcp::{model::*, transport::StreamableHttpClientTransport, ServiceError, ServiceExt};
use serde_json::json;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).expect("URL");
    let client = ().serve(StreamableHttpClientTransport::from_uri(url)).await?;
    let tools = client.list_all_tools().await?;

    refused("unknown tool", client.call_tool(CallToolRequestParams::new("serch")).await);
    let nowhere = ReadResourceRequestParams::new("agentsite://page/no/such");
    refused("unknown resource", client.read_resource(nowhere).await);
    let nonsense = PaginatedRequestParams::default().with_cursor(Some("nonsense".into()));
    refused("unknown cursor", client.list_resources(Some(nonsense)).await);
    refused("unknown prompt", client.get_prompt(GetPromptRequestParams::new("nope")).await);

    let words = json!({ "query": "markdown", "limit": null });
    let search = CallToolRequestParams::new("search").with_arguments(words.as_object().unwrap().clone());
    let found = client.call_tool(search).await?;
    let resources = client.list_all_resources().await?;
    let read = client.read_resource(ReadResourceRequestParams::new(resources[0].uri.clone())).await?;
    assert!(found.is_error != Some(true) && !read.contents.is_empty());
    println!("went on: {} tools, {} resources", tools.len(), resources.len());
    client.cancel().await?;
    Ok(())
}

fn refused<T>(what: &str, result: Result<T, ServiceError>) {
    match result {
        Ok(_) => panic!("{what} was not refused"),
        Err(error) => println!("{what}: {error}"),
    }
}
