package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model that other tests rely on finds the faults that OpenAI would refuse. */
class StrictModelTest {
    private static final String ASKED = "{'role':'system','content':'s'},{'role':'user','content':'q'}";
    private static final String CALLED = ",{'role':'assistant','tool_calls':[{'id':'a'},{'id':'b'}]}";
    private static final String A = ",{'role':'tool','tool_call_id':'a','content':'1'}";
    private static final String B = ",{'role':'tool','tool_call_id':'b','content':'2'}";
    private static final String SAID = ",{'role':'assistant','content':'done'},{'role':'user','content':'more'}";

    private static List<String> faults(String messages) {
        try {
            List<JsonNode> all = new ArrayList<>();
            new ObjectMapper().readTree("[" + messages.replace('\'', '"') + "]").forEach(all::add);
            return StrictModel.faultsOf(all);
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException(notJson);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ASKED, ASKED + CALLED + A + B, ASKED + CALLED + B + A + SAID})
    void calls_with_their_results_behind_them_are_taken(String messages) {
        assertThat(faults(messages)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'role':'system','content':'s'}",
                ASKED + CALLED,
                ASKED + CALLED + A,
                ASKED + CALLED + A + SAID,
                ASKED + A,
                ASKED + CALLED + A + A + B,
                ASKED + CALLED + A + SAID + B,
                ASKED + ",{'role':'assistant'}",
                ASKED + ",{'role':'assistant','tool_calls':[{'id':'a'},{'id':'a'}]}" + A
            })
    void whatever_else_there_is_is_refused(String messages) {
        assertThat(faults(messages)).isNotEmpty();
    }
}
