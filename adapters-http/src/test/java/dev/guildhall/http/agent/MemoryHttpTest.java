package dev.guildhall.http.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.TestServer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemoryHttpTest {
    @AutoClose
    private TestServer server;

    private Client.Person ada;
    private Client.Person bob;

    @BeforeAll
    void start() {
        server = TestServer.start();
    }

    @BeforeEach
    void register() {
        ada = server.client().stranger();
        bob = server.client().stranger();
    }

    @Test
    void a_memory_is_stored_and_answered_as_it_is_kept() {
        Client.Answer stored = AgentRequests.post(
                ada,
                "/memory",
                "{'userId':'ME','type':'long_term','content':'Is allergic to peanuts.','importance':0.9,"
                        + "'tags':['health','food'],'chatId':'elsewhere-7'}");

        assertThat(stored.status()).isEqualTo(201);
        assertThat(Client.names(stored.json())).isEqualTo("id userId type content importance tags chatId createdAt");
        assertThat(stored.text("id")).startsWith("mem_");
        assertThat(stored.text("userId")).isEqualTo(ada.userId());
        assertThat(stored.text("type")).isEqualTo("long_term");
        assertThat(stored.json().get("importance").asDouble()).isEqualTo(0.9);
        assertThat(stored.json().get("tags").toString()).isEqualTo("[\"health\",\"food\"]");
        assertThat(stored.text("chatId")).isEqualTo("elsewhere-7");
        assertThat(stored.text("createdAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(AgentRequests.get(ada, "/memory/ME?type=long_term").json().at("/memories/0"))
                .isEqualTo(stored.json());
    }

    @Test
    void a_memory_of_which_little_is_said_has_the_defaults() {
        Client.Answer stored = AgentRequests.post(
                ada,
                "/memory",
                "{'userId':'ME','type':'conversation','content':'hello','importance':null,'tags':null,'chatId':null}");

        assertThat(stored.status()).isEqualTo(201);
        assertThat(stored.json().get("importance").asDouble()).isEqualTo(0.5);
        assertThat(stored.json().get("tags")).isEmpty();
        assertThat(stored.json().get("chatId").isNull()).isTrue();
    }

    @Test
    void a_list_has_conversations_unless_another_type_is_named() {
        AgentRequests.remember(ada, "'type':'conversation','content':'turn'");
        AgentRequests.remember(ada, "'type':'long_term','content':'fact'");

        Client.Answer turns = AgentRequests.get(ada, "/memory/ME");
        Client.Answer facts = AgentRequests.get(ada, "/memory/ME?type=long_term");

        assertThat(AgentRequests.contents(turns)).containsExactly("turn");
        assertThat(AgentRequests.contents(facts)).containsExactly("fact");
        assertThat(turns.json().get("total").asInt()).isEqualTo(1);
        assertThat(turns.json().get("nextCursor").isNull()).isTrue();
    }

    @Test
    void a_list_is_read_page_by_page_newest_first() {
        for (int i = 1; i <= 5; i++) {
            AgentRequests.remember(ada, "'type':'conversation','content':'" + i + "'");
        }

        Client.Answer first = AgentRequests.get(ada, "/memory/ME?limit=2");
        Client.Answer second = AgentRequests.get(ada, "/memory/ME?limit=2&cursor=" + first.text("nextCursor"));
        Client.Answer third = AgentRequests.get(ada, "/memory/ME?limit=2&cursor=" + second.text("nextCursor"));

        assertThat(AgentRequests.contents(first)).containsExactly("5", "4");
        assertThat(AgentRequests.contents(second)).containsExactly("3", "2");
        assertThat(AgentRequests.contents(third)).containsExactly("1");
        assertThat(first.json().get("total").asInt()).isEqualTo(5);
        assertThat(third.json().get("total").asInt()).isEqualTo(5);
        assertThat(third.json().get("nextCursor").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "tags=a, both;a alone",
        "tags=a&tags=b, both",
        "'tags=a,b', both",
        "'tags=%20a%20,,b,', both",
        "'tags=b&tags=a,a', both",
        "tags=, none;b alone;both;a alone",
        "tags=c, ''",
        "chatId=chat_1, both;a alone",
        "chatId=chat_1&tags=b, both",
        "chatId=chat_2, ''"
    })
    void a_list_is_narrowed_by_chat_and_by_all_tags_together(String query, String contents) {
        AgentRequests.remember(ada, "'type':'conversation','content':'a alone','tags':['a'],'chatId':'chat_1'");
        AgentRequests.remember(ada, "'type':'conversation','content':'both','tags':['a','b'],'chatId':'chat_1'");
        AgentRequests.remember(ada, "'type':'conversation','content':'b alone','tags':['b']");
        AgentRequests.remember(ada, "'type':'conversation','content':'none'");

        Client.Answer answer = AgentRequests.get(ada, "/memory/ME?" + query);

        List<String> expected = contents.isEmpty() ? List.of() : List.of(contents.split(";"));
        assertThat(AgentRequests.contents(answer)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(answer.json().get("total").asInt()).isEqualTo(expected.size());
    }

    @Test
    void a_search_finds_the_best_first_and_says_why() {
        AgentRequests.remember(ada, "'type':'long_term','content':'The dog is called Rex.'");
        String peanuts = AgentRequests.remember(ada, "'type':'long_term','content':'Is allergic to peanuts.'");
        AgentRequests.remember(ada, "'type':'conversation','content':'Walked the dog in the park.'");

        Client.Answer answer = AgentRequests.post(ada, "/memory/ME/search", "{'query':'allergic to peanuts'}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/memories/0/id").asText()).isEqualTo(peanuts);
        assertThat(Client.names(answer.json().at("/memories/0")))
                .isEqualTo("id userId type content importance tags chatId createdAt score parts");
        assertThat(Client.names(answer.json().at("/memories/0/parts")))
                .isEqualTo("words meaning neighbours conversation");
        assertThat(answer.json().at("/memories/0/score").asDouble()).isBetween(0.01, 1.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        'limit':1|1
        'limit':200|3
        'type':'conversation'|1
        'type':'long_term'|2
        'type':null|3
        'chatId':'chat_1'|1
        'tags':['x']|2
        'tags':['x','y']|1
        'tags':[]|3
        """)
    void a_search_is_narrowed_by_type_chat_and_tags_and_has_a_limit(String field, int found) {
        AgentRequests.remember(ada, "'type':'long_term','content':'Drinks green tea.','tags':['x','y']");
        AgentRequests.remember(ada, "'type':'long_term','content':'Bought a tea pot.','tags':['x']");
        AgentRequests.remember(ada, "'type':'conversation','content':'Tea is ready.','chatId':'chat_1'");

        Client.Answer answer = AgentRequests.post(ada, "/memory/ME/search", "{'query':'tea'," + field + "}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(AgentRequests.contents(answer)).hasSize(found);
    }

    @Test
    void a_search_finds_ten_unless_another_limit_is_named() {
        for (int i = 1; i <= 12; i++) {
            AgentRequests.remember(ada, "'type':'conversation','content':'tea " + i + "'");
        }

        Client.Answer answer = AgentRequests.post(ada, "/memory/ME/search", "{'query':'tea'}");

        assertThat(AgentRequests.contents(answer)).hasSize(10);
    }

    @Test
    void a_search_without_any_memory_finds_none() {
        Client.Answer answer = AgentRequests.post(ada, "/memory/ME/search", "{'query':'tea'}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"memories\":[]}");
    }

    @Test
    void a_summary_counts_what_it_sums_up() {
        AgentRequests.remember(ada, "'type':'long_term','content':'Lives in Turin.'");
        AgentRequests.remember(ada, "'type':'conversation','content':'Good morning.','chatId':'chat_1'");

        Client.Answer all = AgentRequests.get(ada, "/memory/ME/summary");
        Client.Answer facts = AgentRequests.get(ada, "/memory/ME/summary?type=long_term");
        Client.Answer chat = AgentRequests.get(ada, "/memory/ME/summary?chatId=chat_1");

        assertThat(Client.names(all.json())).isEqualTo("summary memoryCount type");
        assertThat(all.text("summary")).isNotBlank();
        assertThat(all.json().get("memoryCount").asInt()).isEqualTo(2);
        assertThat(all.json().get("type").isNull()).isTrue();
        assertThat(facts.json().get("memoryCount").asInt()).isEqualTo(1);
        assertThat(facts.text("type")).isEqualTo("long_term");
        assertThat(chat.json().get("memoryCount").asInt()).isEqualTo(1);
    }

    @Test
    void a_summary_of_nothing_is_empty() {
        Client.Answer answer = AgentRequests.get(ada, "/memory/ME/summary?type=conversation");

        assertThat(answer.body()).isEqualTo("{\"summary\":\"\",\"memoryCount\":0,\"type\":\"conversation\"}");
    }

    @Test
    void a_conversation_is_forgotten_with_its_facts_and_its_chat_stays() {
        String chat = AgentRequests.post(
                        ada,
                        "/chat",
                        "{'userId':'ME','enableMemory':false,'messages':[{'role':'user','content':'hi'}]}")
                .text("chatId");
        AgentRequests.remember(ada, "'type':'conversation','content':'turn','chatId':'" + chat + "'");
        AgentRequests.remember(ada, "'type':'long_term','content':'fact','chatId':'" + chat + "'");
        AgentRequests.remember(ada, "'type':'long_term','content':'other'");

        Client.Answer first = AgentRequests.send(ada, "DELETE", "/memory/ME/conversation/" + chat, "");
        Client.Answer second = AgentRequests.send(ada, "DELETE", "/memory/ME/conversation/" + chat, "");

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("{\"deleted\":2}");
        assertThat(second.status()).isEqualTo(200);
        assertThat(second.body()).isEqualTo("{\"deleted\":0}");
        assertThat(AgentRequests.contents(AgentRequests.get(ada, "/memory/ME"))).isEmpty();
        assertThat(AgentRequests.contents(AgentRequests.get(ada, "/memory/ME?type=long_term")))
                .containsExactly("other");
        assertThat(AgentRequests.get(ada, "/chat/" + chat + "?userId=ME").status())
                .isEqualTo(200);
    }

    @Test
    void a_memory_is_deleted_once_and_only_by_its_user() {
        String id = AgentRequests.remember(ada, "'type':'conversation','content':'turn'");

        Client.Answer foreign = AgentRequests.send(bob, "DELETE", "/memory/item/" + id, "");
        Client.Answer own = AgentRequests.send(ada, "DELETE", "/memory/item/" + id, "");
        Client.Answer again = AgentRequests.send(ada, "DELETE", "/memory/item/" + id, "");

        assertThat(foreign.status()).isEqualTo(404);
        assertThat(own.status()).isEqualTo(204);
        assertThat(own.body()).isEmpty();
        assertThat(again.fault()).isEqualTo("404 there is no such memory");
    }

    @Test
    void a_corrected_memory_supersedes_the_one_before() {
        String id = AgentRequests.remember(ada, "'type':'long_term','content':'Lives in Oslo','tags':['home']");

        Client.Answer foreign = correct(bob, id, "'Lives in Rome'");
        Client.Answer blank = correct(ada, id, "' '");
        Client.Answer absent = correct(ada, id, "null");
        Client.Answer own = correct(ada, id, "'Lives in Bergen'");
        Client.Answer again = correct(ada, id, "'Lives in Rome'");

        assertThat(foreign.status()).isEqualTo(404);
        assertThat(blank.fault()).isEqualTo("400 content: must be well-formed text of 1 to 8000 characters");
        assertThat(absent.text("message")).isEqualTo("content: is required");
        assertThat(own.status()).isEqualTo(200);
        assertThat(own.text("content")).isEqualTo("Lives in Bergen");
        assertThat(own.json().get("tags").toString()).isEqualTo("[\"home\"]");
        assertThat(again.status()).isEqualTo(404);
        assertThat(AgentRequests.contents(AgentRequests.get(ada, "/memory/ME?type=long_term")))
                .containsExactly("Lives in Bergen");
        assertThat(AgentRequests.get(ada, "/memory/ME?type=long_term&includeSuperseded=true")
                        .json()
                        .findValuesAsText("supersededBy"))
                .contains(own.text("id"));
    }

    private static Client.Answer correct(Client.Person person, String id, String content) {
        return AgentRequests.send(person, "PATCH", "/memory/item/" + id, "{'content':" + content + "}");
    }

    @Test
    void an_admin_sees_and_changes_the_memories_of_others() {
        Client.Person admin = server.client().register(TestServer.ADMIN);
        String id = AgentRequests.remember(ada, "'type':'conversation','content':'turn'");
        String ofAda = "/memory/" + ada.userId();

        Client.Answer listed = AgentRequests.get(admin, ofAda);
        Client.Answer forgotten = AgentRequests.send(admin, "DELETE", "/memory/item/" + id, "");

        assertThat(AgentRequests.contents(listed)).containsExactly("turn");
        assertThat(forgotten.status()).isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|userId: is required; type: is required; content: is required
        {'userId':5,'type':'long_term','content':'x'}|userId: must be a string
        {'userId':'','type':'long_term','content':'x'}|userId: must be 1 to 128
        {'userId':'ME','type':'short_term','content':'x'}|type: must be one of conversation, long_term
        {'userId':'ME','type':1,'content':'x'}|type: must be a string
        {'userId':'ME','type':'LONG_TERM','content':'x'}|type: must be one of
        {'userId':'ME','type':'long_term','content':7}|content: must be a string
        {'userId':'ME','type':'long_term','content':''}|content: must be
        {'userId':'ME','type':'long_term','content':' \\n '}|content: must be
        {'userId':'ME','type':'long_term','content':'a\\u0000b'}|content: must be
        {'userId':'ME','type':'long_term','content':'a\\ud800'}|content: must be
        {'userId':'ME','type':'long_term','content':'x','importance':2}|importance: must be between 0 and 1
        {'userId':'ME','type':'long_term','content':'x','importance':-0.1}|importance: must be between
        {'userId':'ME','type':'long_term','content':'x','importance':1e999}|importance: must be
        {'userId':'ME','type':'long_term','content':'x','importance':'high'}|importance: must be a number
        {'userId':'ME','type':'long_term','content':'x','tags':'a'}|tags: must be an array
        {'userId':'ME','type':'long_term','content':'x','tags':{}}|tags: must be an array
        {'userId':'ME','type':'long_term','content':'x','tags':['a',1]}|tags[1]: must be a string
        {'userId':'ME','type':'long_term','content':'x','tags':['']}|tags[0]: must have 1 to 64
        {'userId':'ME','type':'long_term','content':'x','tags':['a\\u0000']}|tags[0]: must
        {'userId':'ME','type':'long_term','content':'x','chatId':5}|chatId: must be a string
        {'userId':'ME','type':'long_term','content':'x','chatId':'a b'}|chatId: must be
        []|body: must be a JSON object
        {|body: is not well-formed JSON
        """)
    void a_bad_memory_is_400_and_names_the_field(String body, String message) {
        Client.Answer answer = AgentRequests.post(ada, "/memory", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.text("error")).isEqualTo("Bad Request");
        assertThat(answer.text("message")).startsWith(message);
    }

    @Test
    void a_content_has_at_most_eight_thousand_characters_of_any_kind() {
        String most = "😀".repeat(8_000);

        Client.Answer taken =
                AgentRequests.post(ada, "/memory", "{'userId':'ME','type':'long_term','content':'" + most + "'}");
        Client.Answer refused =
                AgentRequests.post(ada, "/memory", "{'userId':'ME','type':'long_term','content':'" + most + "x'}");

        assertThat(taken.text("content")).isEqualTo(most);
        assertThat(refused.fault()).startsWith("400 content: ");
    }

    @Test
    void a_memory_has_at_most_thirty_two_tags() {
        String most = "'a'" + ",'a'".repeat(31);

        Client.Answer refused = AgentRequests.post(
                ada, "/memory", "{'userId':'ME','type':'long_term','content':'x','tags':[" + most + ",'b']}");

        assertThat(refused.fault()).isEqualTo("400 tags: must have at most 32 items");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {}|query: is required
        {'query':null}|query: is required
        {'query':5}|query: must be a string
        {'query':''}|query: must be
        {'query':' '}|query: must be
        {'query':'a\\u0000b'}|query: must be
        {'query':'x','limit':0}|limit: must be between 1 and 200
        {'query':'x','limit':201}|limit: must be between 1 and 200
        {'query':'x','limit':1.5}|limit: must be an integer
        {'query':'x','limit':'5'}|limit: must be an integer
        {'query':'x','limit':99999999999}|limit: is out of range
        {'query':'x','type':'all'}|type: must be one of
        {'query':'x','chatId':''}|chatId: must be
        {'query':'x','tags':'a'}|tags: must be an array
        {'query':5,'limit':0,'type':'x'}|query: must be a string; type: must be one of conversation, long_term; limit
        """)
    void a_bad_search_is_400_and_names_the_field(String body, String message) {
        Client.Answer answer = AgentRequests.post(ada, "/memory/ME/search", body);

        assertThat(answer.fault()).startsWith("400 " + message);
    }

    @Test
    void a_query_has_at_most_two_thousand_characters_of_any_kind() {
        String most = "😀".repeat(2_000);

        Client.Answer taken = AgentRequests.post(ada, "/memory/ME/search", "{'query':'" + most + "'}");
        Client.Answer refused = AgentRequests.post(ada, "/memory/ME/search", "{'query':'" + most + "x'}");

        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
        assertThat(refused.fault()).startsWith("400 query: ");
    }

    @ParameterizedTest
    @CsvSource({
        "?type=x, type: must be one of",
        "?type=Conversation, type: must be one of",
        "?type=%00, type: must be one of",
        "?limit=0, limit: must be between 1 and 200",
        "?limit=201, limit: must be between 1 and 200",
        "?limit=ten, limit: must be an integer",
        "?cursor=*, cursor: is not a cursor",
        "?chatId=a%20b, chatId: must be",
        "?chatId=%00, chatId: must be",
        "?tags=%00, tags: must",
        "?tags=a%0Ab, tags: must",
        "/summary?type=x, type: must be one of",
        "/summary?chatId=%7F, chatId: must be"
    })
    void a_bad_query_is_400_and_names_the_parameter(String query, String message) {
        Client.Answer answer = AgentRequests.get(ada, "/memory/ME" + query);

        assertThat(answer.fault()).startsWith("400 " + message);
    }

    @Test
    void a_list_is_narrowed_by_at_most_thirty_two_tags_of_sixty_four_characters() {
        StringBuilder tags = new StringBuilder("t0");
        for (int i = 1; i <= 32; i++) {
            tags.append(",t").append(i);
        }

        Client.Answer tooMany = AgentRequests.get(ada, "/memory/ME?tags=" + tags);
        Client.Answer tooLong = AgentRequests.get(ada, "/memory/ME?tags=" + "x".repeat(65));

        assertThat(tooMany.fault()).isEqualTo("400 tags: must be at most 32");
        assertThat(tooLong.fault()).isEqualTo("400 tags: must have 1 to 64 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/memory", "/memory/ME/search", "/tools/execute"})
    void a_body_above_one_mebibyte_is_413(String path) {
        Client.Answer answer = AgentRequests.post(ada, path, "{'content':'" + "x".repeat(1024 * 1024) + "'}");

        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.text("error")).isEqualTo("Payload Too Large");
    }
}
