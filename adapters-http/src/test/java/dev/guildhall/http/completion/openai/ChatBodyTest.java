package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.CacheBreakpoint;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FunctionOffer;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.ToolChoice;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The request to the model that a body leads to, and the faults of invalid bodies. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChatBodyTest {
    private static final String TOOLS = "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"weather\"}},"
            + "{\"type\":\"function\",\"function\":{\"name\":\"time\",\"description\":\"Tells it\","
            + "\"parameters\":{\"type\":\"object\",\"properties\":{\"zone\":{\"type\":\"string\"}}},\"strict\":true}}]";

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    @Test
    void breakpoints_of_the_cache_belong_to_parts_messages_and_functions() {
        CompletionRequest request = fixture.askedWith("""
            {"model":"m","tools":[{"type":"function","function":{"name":"a"},"cache_control":{"type":"ephemeral"}},
              {"type":"function","function":{"name":"b","cache_control":{"type":"ephemeral","ttl":"1h"}}}],
             "messages":[
              {"role":"system","cache_control":{"type":"ephemeral"},"content":"Be kind."},
              {"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}},
                {"type":"image_url","image_url":{"url":"https://example.org/a.png","detail":"low"}}]},
              {"role":"assistant","content":[{"type":"text","text":"y","cache_control":{"type":"ephemeral"}}]},
              {"role":"user","content":"z","cache_control":{"type":"permanent"}}]}
            """);

        Optional<CacheBreakpoint> usual = Optional.of(new CacheBreakpoint(Optional.empty()));
        assertThat(request.offer().functions().stream().map(FunctionSpec::cache))
                .containsExactly(usual, Optional.of(new CacheBreakpoint(Optional.of("1h"))));
        assertThat(request.messages())
                .containsExactly(
                        new ChatMessage.Instruction(List.of(new ContentPart.Text("Be kind.", usual))),
                        new ChatMessage.User(List.of(
                                new ContentPart.Text("x", usual),
                                new ContentPart.Media(
                                        ContentPart.Kind.PICTURE,
                                        MediaSource.parse("https://example.org/a.png"),
                                        Optional.empty(),
                                        Optional.of("low"),
                                        Optional.empty()))),
                        new ChatMessage.Assistant("y", List.of(), usual),
                        new ChatMessage.User("z"));
    }

    @Test
    void a_conversation_with_every_role_and_form_of_content_is_understood() {
        List<ChatMessage> messages = fixture.askedWith("""
            {"model":"m","messages":[
              {"role":"system","content":"Be kind."},
              {"role":"developer","content":[{"type":"text","text":"Be "},{"type":"text","text":"brief."}]},
              {"role":"user","content":"Weather?","name":"ada"},
              {"role":"assistant","content":null,"refusal":null,"tool_calls":[
                {"id":"c1","type":"function","function":{"name":"weather","arguments":"{\\"city\\":\\"Bonn\\"}"}},
                {"id":"c2","type":"function","function":{"name":"time","arguments":""}},
                {"id":"c3","type":"function","function":{"name":"time","arguments":"[1]"}}]},
              {"role":"tool","tool_call_id":"c2","content":"noon"},
              {"role":"tool","tool_call_id":"c1","content":[{"type":"text","text":"sunny"}]},
              {"role":"assistant","content":"It is sunny."},
              {"role":"assistant","content":null,"refusal":"No more."},
              {"role":"user","content":""}]}
            """).messages();

        assertThat(messages)
                .containsExactly(
                        new ChatMessage.Instruction("Be kind."),
                        new ChatMessage.Instruction(
                                List.of(new ContentPart.Text("Be "), new ContentPart.Text("brief."))),
                        new ChatMessage.User("Weather?"),
                        new ChatMessage.Assistant(
                                "",
                                List.of(
                                        new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("city", "Bonn"))),
                                        new ToolCall("c2", "time", new ToolArguments.Parsed(Map.of())),
                                        new ToolCall(
                                                "c3",
                                                "time",
                                                new ToolArguments.Malformed(
                                                        "[1]", "the arguments must be one JSON object")))),
                        new ChatMessage.ToolResult("c2", "time", "noon"),
                        new ChatMessage.ToolResult("c1", "weather", "sunny"),
                        new ChatMessage.Assistant("It is sunny."),
                        new ChatMessage.Assistant("No more."),
                        new ChatMessage.User(""));
    }

    private static String callWith(String arguments) {
        return """
            {"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","tool_calls":[
              {"id":"c","type":"function","function":{"name":"f","arguments":%s}}]}]}
            """.formatted(TextNode.valueOf(arguments));
    }

    @Test
    void numbers_of_a_former_call_reach_the_model_as_they_were_written() {
        List<ChatMessage> messages = fixture.askedWith(
                        callWith("{\"a\":0.12345678901234567890123,\"b\":[1.10,1e300,12345678901234567890]}"))
                .messages();

        assertThat(messages.get(1))
                .isEqualTo(new ChatMessage.Assistant(
                        "",
                        List.of(new ToolCall(
                                "c",
                                "f",
                                new ToolArguments.Parsed(Map.of(
                                        "a",
                                        new BigDecimal("0.12345678901234567890123"),
                                        "b",
                                        List.of(
                                                new BigDecimal("1.10"),
                                                new BigDecimal("1e300"),
                                                new BigInteger("12345678901234567890"))))))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"n\":1e9999}",
                "{\"n\":[{\"m\":-1e9999}]}",
                "{\"n\":1e999999999}",
                "{\"n\":\"\\ud800\"}",
                "{\"n\":\"\\u0000\"}"
            })
    void what_no_json_can_say_was_sent_to_the_model_in_a_former_call(String arguments) {
        Client.Answer answer = fixture.post(OpenAiFixture.CHAT, callWith(arguments));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/param").asText()).isEqualTo("messages[1].tool_calls[0].function.arguments");
    }

    @Test
    void pictures_sounds_and_files_reach_the_model_in_their_order() {
        ChatMessage message = fixture.askedWith("""
            {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"a"},
              {"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo=","detail":"auto"}},
              {"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}},
              {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,JVBERi0="}},
              {"type":"image_url","image_url":{"url":"https://example.org/a.png"}},{"type":"text","text":"b"}]}]}
            """).messages().getFirst();

        assertThat(message)
                .isEqualTo(new ChatMessage.User(List.of(
                        new ContentPart.Text("a"),
                        ContentPart.Media.of(ContentPart.Kind.PICTURE, "data:image/png;base64,iVBORw0KGgo="),
                        new ContentPart.Media(
                                ContentPart.Kind.SOUND,
                                MediaSource.parse("data:audio/wav;base64,UklGRg=="),
                                Optional.empty()),
                        new ContentPart.Media(
                                ContentPart.Kind.FILE,
                                MediaSource.parse("data:application/pdf;base64,JVBERi0="),
                                Optional.of("a.pdf")),
                        ContentPart.Media.of(ContentPart.Kind.PICTURE, "https://example.org/a.png"),
                        new ContentPart.Text("b"))));
    }

    @Test
    void fields_that_an_address_of_a_picture_does_not_have_are_left_out_with_a_warning() {
        Client.Answer answer = fixture.post(OpenAiFixture.CHAT, """
            {"model":"m","messages":[{"role":"user","content":[{"type":"image_url","image_url":
              {"url":"data:image/png;base64,iVBORw0KGgo=","file_id":"f","filename":"a.png"}}]}]}
            """);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/warnings").toString())
                .contains("messages[0].content[0].image_url.file_id", "messages[0].content[0].image_url.filename");
    }

    @Test
    void all_settings_reach_the_model() {
        Sampling sampling = fixture.asked("\"temperature\":0.5,\"top_p\":0.9,\"stop\":[\"a\",\"b\"],\"seed\":-5,"
                        + "\"presence_penalty\":-2,\"frequency_penalty\":1.5,\"max_completion_tokens\":9,\"n\":1,"
                        + "\"logprobs\":false,\"modalities\":[\"text\"],\"user\":\"u\",\"store\":true,\"metadata\":{}")
                .sampling();

        assertThat(sampling)
                .isEqualTo(new Sampling(
                        Optional.of("piecewise"),
                        OptionalDouble.of(0.5),
                        OptionalInt.of(9),
                        new DecodingOptions(
                                OptionalDouble.of(0.9),
                                List.of("a", "b"),
                                OptionalLong.of(-5),
                                OptionalDouble.of(-2),
                                OptionalDouble.of(1.5),
                                true,
                                List.of(new DecodingOptions.Setting("user", "u", "user")))));
    }

    @Test
    void null_is_the_same_as_absent() {
        assertThat(
                        fixture.asked(
                                "\"temperature\":null,\"top_p\":null,\"stop\":null,\"seed\":null,\"max_tokens\":null,"
                                    + "\"tools\":null,\"tool_choice\":null,\"parallel_tool_calls\":null,\"response_format\":null,"
                                    + "\"stream\":null,\"stream_options\":null,\"n\":null,\"functions\":null,\"function_call\":null"))
                .isEqualTo(fixture.askedWith(OpenAiFixture.ASKING));
        assertThat(fixture.asked("\"stop\":\"one\",\"max_tokens\":4").sampling())
                .isEqualTo(new Sampling(
                        Optional.of("piecewise"),
                        OptionalDouble.empty(),
                        OptionalInt.of(4),
                        new DecodingOptions(
                                OptionalDouble.empty(),
                                List.of("one"),
                                OptionalLong.empty(),
                                OptionalDouble.empty(),
                                OptionalDouble.empty())));
    }

    @Test
    void tools_are_offered_and_parallel_calls_can_be_forbidden() {
        FunctionOffer offer =
                fixture.asked(TOOLS + ",\"parallel_tool_calls\":false").offer();

        assertThat(offer)
                .isEqualTo(new FunctionOffer(
                        List.of(
                                new FunctionSpec("weather", "", Map.of("type", "object", "properties", Map.of())),
                                new FunctionSpec(
                                        "time",
                                        "Tells it",
                                        Map.of(
                                                "type",
                                                "object",
                                                "properties",
                                                Map.of("zone", Map.of("type", "string"))),
                                        true,
                                        Optional.empty())),
                        new ToolChoice.Auto(),
                        false));
    }

    @Test
    void every_form_of_choice_is_understood() {
        assertThat(choice("\"none\"")).isEqualTo(new ToolChoice.None());
        assertThat(choice("\"auto\"")).isEqualTo(new ToolChoice.Auto());
        assertThat(choice("\"required\"")).isEqualTo(new ToolChoice.Required());
        assertThat(choice("{\"type\":\"function\",\"function\":{\"name\":\"time\"}}"))
                .isEqualTo(new ToolChoice.Named("time"));
    }

    private ToolChoice choice(String json) {
        return fixture.asked(TOOLS + ",\"tool_choice\":" + json).offer().choice();
    }

    @Test
    void what_is_not_allowed_is_not_offered() {
        FunctionOffer offer = fixture.asked(
                        TOOLS + ",\"tool_choice\":{\"type\":\"allowed_tools\",\"allowed_tools\":"
                              + "{\"mode\":\"required\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"time\"}}]}}")
                .offer();

        assertThat(offer.functions()).extracting(FunctionSpec::name).containsExactly("time");
        assertThat(offer.choice()).isEqualTo(new ToolChoice.Required());
    }

    @Test
    void every_form_of_answer_can_be_asked_for() {
        assertThat(format("{\"type\":\"text\"}")).isEqualTo(new ResponseFormat.Words());
        assertThat(format("{\"type\":\"json_object\"}")).isEqualTo(new ResponseFormat.Json());
        assertThat(format("{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"n\",\"strict\":true,"
                        + "\"schema\":{\"type\":\"object\"}}}"))
                .isEqualTo(new ResponseFormat.Schema("n", Map.of("type", "object"), true));
    }

    private ResponseFormat format(String json) {
        return fixture.asked("\"response_format\":" + json).format();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        "n":2|n|not supported by the model's provider
        "n":0|n|between 1 and 128
        "logprobs":true|logprobs|not supported by the model's provider
        "logprobs":1|logprobs|true or false
        "top_logprobs":3|top_logprobs|not supported by
        "modalities":["text","audio"]|modalities[1]|not supported by
        "functions":[]|functions|not supported by
        "function_call":"auto"|function_call|not supported by
        "temperature":2.1|temperature|between 0 and 2
        "temperature":"1"|temperature|must be a number
        "top_p":1.01|top_p|between 0 and 1
        "presence_penalty":3|presence_penalty|between -2 and 2
        "frequency_penalty":-1e999|frequency_penalty|between -2 and 2
        "max_tokens":0|max_tokens|positive integer
        "max_completion_tokens":1.5|max_completion_tokens|must be an integer
        "max_tokens":5,"max_completion_tokens":5|max_tokens|send one of them
        "stop":["a","b","c","d","e"]|stop|at most 4
        "stop":""|stop|none of them empty
        "stop":5|stop|must be a string
        "seed":1.5|seed|must be an integer
        "seed":99999999999999999999|seed|64 bits
        "stream":"yes"|stream|must be true or false
        "stream_options":{"include_usage":true}|stream_options|only taken when stream is true
        "stream":true,"stream_options":{"include_usage":1}|stream_options.include_usage|true or false
        "tools":{}|tools|must be an array
        "tools":[{"type":"custom","custom":{}}]|tools[0].custom.name|is required
        "tools":[{"type":"custom","custom":{"name":""}}]|tools[0].custom.name|1 to 128
        "tools":[{"type":"function"}]|tools[0].function|is required
        "tools":[{"type":"function","function":{"name":""}}]|tools[0].function.name|1 to 128
        "tools":[{"type":"function","function":{"name":"x","parameters":[]}}]|tools[0].function.parameters|must be an object
        "tool_choice":5|tool_choice|must be a string
        "tool_choice":"required"|tool_choice|must be fulfilled
        "tool_choice":{"type":"function","function":{"name":"x"}}|tool_choice|must be fulfilled
        "tool_choice":{"type":"custom"}|tool_choice.custom|is required
        "tool_choice":{"type":"function"}|tool_choice.function|is required
        "tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"function","function":{"name":"x"}}]}}|tool_choice.allowed_tools.tools|tools of this request
        "parallel_tool_calls":0|parallel_tool_calls|true or false
        "response_format":"json"|response_format|must be an object
        "response_format":{"type":"xml"}|response_format.type|not supported by
        "response_format":{"type":"json_schema"}|response_format.json_schema|is required
        "response_format":{"type":"json_schema","json_schema":{"name":"a b","schema":{}}}|response_format.json_schema.name|1 to 64
        """)
    void a_field_that_is_wrong_is_400_and_named(String fields, String param, String message) {
        assertRefused(OpenAiFixture.asking(fields), param, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        []|messages|non-empty array
        "hi"|messages|non-empty array
        [5]|messages[0]|must be an object
        [{"content":"x"}]|messages[0].role|is required
        [{"role":"function","name":"f","content":"x"}]|messages[0].role|not supported by
        [{"role":"user"}]|messages[0].content|is required
        [{"role":"user","content":null}]|messages[0].content|is required
        [{"role":"user","content":5}]|messages[0].content|a string or a non-empty array
        [{"role":"user","content":[]}]|messages[0].content|a string or a non-empty array
        [{"role":"user","content":["x"]}]|messages[0].content[0]|must be an object
        [{"role":"user","content":[{"type":"text"}]}]|messages[0].content[0].text|is required
        [{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"data:"}}]}]|messages[0].content[1].image_url.url|data:<media type>
        [{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:text/plain;base64,aGk="}}]}]|messages[0].content[0].image_url.url|starts with image/
        [{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]}]|messages[0].content[0].image_url.url|content of the media type image/png
        [{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/webp;base64,a*k="}}]}]|messages[0].content[0].image_url.url|in base64
        [{"role":"user","content":[{"type":"image_url","image_url":{"url":"http://a/b.png"}}]}]|messages[0].content[0].image_url.url|https address
        [{"role":"user","content":[{"type":"image_url","image_url":{"url":"file:///etc/passwd"}}]}]|messages[0].content[0].image_url.url|https address
        [{"role":"user","content":[{"type":"file","file":{}}]}]|messages[0].content[0].file.file_data|is required
        [{"role":"user","content":[{"type":"file","file":{"file_id":"f1"}}]}]|messages[0].content[0].file.file_id|not supported by
        [{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"aGk=","format":"../x"}}]}]|messages[0].content[0].input_audio.format|wav or mp3
        [{"role":"user","content":[{"type":"video_url","video_url":{"url":"x"}}]}]|messages[0].content[0].type|not supported by
        [{"role":"system","content":[{"type":"image_url","image_url":{"url":"https://a/b"}}]}]|messages[0].content|not supported by
        [{"role":"user","content":[{"type":"input_audio"}]}]|messages[0].content[0].input_audio|is required
        [{"role":"user","content":"\\u0000"}]|messages[0].content|without NUL
        [{"role":"assistant"}]|messages[0].content|is required
        [{"role":"assistant","content":null,"tool_calls":[]}]|messages[0].content|is required
        [{"role":"assistant","function_call":{}}]|messages[0].function_call|not supported by
        [{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":""}}]}]|messages[0].tool_calls[0].id|is required
        [{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"f","arguments":{}}}]}]|messages[0].tool_calls[0].function.arguments|must be a string
        [{"role":"assistant","tool_calls":[{"id":"c","type":"custom","function":{"name":"f","arguments":""}}]}]|messages[0].tool_calls[0].custom|is required
        [{"role":"tool","content":"x"}]|messages[0].tool_call_id|is required
        [{"role":"tool","tool_call_id":"c"}]|messages[0].content|is required
        [{"role":"user","content":"x"},{"role":"tool","tool_call_id":"c","content":"x"}]|messages[1].tool_call_id|one of the tool_calls before it
        """)
    void a_message_that_is_wrong_is_400_and_named(String messages, String param, String message) {
        assertRefused("{\"model\":\"m\",\"messages\":" + messages + "}", param, message);
    }

    @Test
    void everything_that_is_wrong_is_told_at_once() {
        Client.Answer answer = fixture.post(OpenAiFixture.CHAT, "{\"n\":0,\"stream\":1}");

        assertThat(answer.json().at("/error/message").asText())
                .contains(
                        "model: is required",
                        "messages: is required",
                        "n: must be an integer between 1 and 128",
                        "stream: must be true or");
    }

    private void assertRefused(String body, String param, String message) {
        Client.Answer answer = fixture.post(OpenAiFixture.CHAT, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().at("/error/type").asText()).isEqualTo("invalid_request_error");
        assertThat(answer.json().at("/error/param").asText()).isEqualTo(param);
        assertThat(answer.json().at("/error/message").asText()).contains(message);
        assertThat(answer.json().at("/error/code").isNull()).isTrue();
    }
}
