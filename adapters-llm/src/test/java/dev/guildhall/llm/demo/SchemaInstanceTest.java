package dev.guildhall.llm.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.guildhall.wire.http.ProviderJson;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaInstanceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | {}",
                "{'type':'object'} | {}",
                "{'type':'string'} | ''",
                "{'type':'string','minLength':3} | 'xxx'",
                "{'type':['string','null']} | ''",
                "{'type':'integer','minimum':2.5} | 3",
                "{'type':'number','exclusiveMinimum':4} | 5",
                "{'type':'integer','maximum':-2} | -2",
                "{'type':'boolean'} | false",
                "{'type':'null'} | null",
                "{'type':'array','items':{'type':'integer'}} | []",
                "{'type':'array','items':{'type':'integer'},'minItems':2} | [0,0]",
                "{'enum':['b','a']} | 'b'",
                "{'const':7} | 7",
                "{'type':'string','default':'d'} | 'd'",
                "{'anyOf':[{'type':'boolean'},{'type':'null'}]} | false",
                "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'integer'}},'required':['b']} |"
                        + " {'b':0}",
                "{'type':'object','required':['x']} | {'x':{}}",
                "{'$defs':{'n':{'type':'integer'}},'type':'object','properties':{'a':{'$ref':'#/$defs/n'}},"
                        + "'required':['a']} | {'a':0}",
                "{'$ref':'#/$defs/nowhere'} | {}"
            })
    void instance_has_only_required_properties(String schema, String instance) throws Exception {
        assertThat(SchemaInstance.of(read(schema))).hasToString(instance.replace('\'', '"'));
    }

    @Test
    void recursive_schema_ends() throws Exception {
        Map<String, Object> deep = read("{'type':'object','properties':{'a':{'$ref':'#'}},'required':['a']}");
        Map<String, Object> wide = read("{'type':'array','minItems':9999,'items':{'$ref':'#'}}");

        assertThat(SchemaInstance.of(deep).findPath("a").isMissingNode()).isFalse();
        assertThat(SchemaInstance.of(wide).toString()).hasSizeLessThan(10_000);
    }

    private static Map<String, Object> read(String schema) throws Exception {
        return ProviderJson.MAPPER.readValue(schema.replace('\'', '"'), new TypeReference<>() {});
    }
}
