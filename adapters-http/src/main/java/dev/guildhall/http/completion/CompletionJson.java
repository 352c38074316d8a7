package dev.guildhall.http.completion;

import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.completion.Usage;
import java.util.List;

/** The wire records of the completion service. */
final class CompletionJson {
    private CompletionJson() {}

    record UsageJson(long promptTokens, long completionTokens) {
        static UsageJson of(Usage usage) {
            return new UsageJson(usage.promptTokens(), usage.completionTokens());
        }
    }

    record AnswerJson(String content, String model, UsageJson usage, String requestId) {
        static AnswerJson of(Completion completion, String requestId) {
            return new AnswerJson(
                    completion.content(), completion.model(), UsageJson.of(completion.usage()), requestId);
        }
    }

    record ChunkJson(String content) {}

    record StreamUsageJson(UsageJson usage) {}

    record ModelJson(String id, String name) {}

    record ModelsJson(List<ModelJson> models, String provider) {
        static ModelsJson of(ModelCatalogue catalogue) {
            return new ModelsJson(
                    catalogue.models().stream()
                            .map(model -> new ModelJson(model.id(), model.name()))
                            .toList(),
                    catalogue.provider());
        }
    }
}
