package dev.guildhall.core.memory;

import static dev.guildhall.core.memory.FactLanguage.pattern;
import static dev.guildhall.core.memory.FactLanguage.rule;

import java.util.List;

/** Durable facts in Japanese, whose sentences may leave out the first person. */
final class JapaneseFacts {
    private static final String I = "(?:(?:私|わたし|わたくし|僕|ぼく|俺|おれ|自分|あたし)(?:は|も|が|には|の)?、?)?";
    private static final String NOW = "(?:もう|また|今は|今|現在は|現在|最近|いまは)?、?";

    /** A thing without a topic or subject before it: another person's statement has one. */
    private static final String A = "(?:は?[^はがを、。]+?)";

    private static final String PERSON = "妻|夫|主人|彼女|彼氏|息子|娘|子供|子ども|母|父|両親|兄|弟|姉|妹|犬|猫|ペット|車";

    static final FactLanguage LANGUAGE = new FactLanguage(
            pattern(
                    "^(?:(?:こんにちは|こんばんは|おはようございます|おはよう|やあ|はじめまして|初めまして|ちなみに|ところで|実は|あの|えっと|そして|でも|あと|それと)[、。！!,\\s]*)*+"),
            pattern("(?<=で)、\\s*|、\\s*(?=私|僕|俺)"),
            pattern("^(?:もし|仮に|なぜ|どうして|どこ|いつ|誰|何|どう|例えば)"
                    + "|(?:か|かな|かも|かもしれない|かもしれません|でしょう|たい|たいです|だったら|なら|たら)[。？?]*$|たぶん|多分|おそらく"),
            pattern("^(?:もう|本当に|今は|最近|やっぱり)+|(?:もう|あまり|全然|とても|本当に)+$"),
            List.of(
                    rule(".{2,}(?:覚えて(?:おいて)?(?:ください|下さい|ね)?|忘れないで(?:ください|下さい|ね)?)[。！!]*", 0.8),
                    rule(I + "名前は(?<ended>.+?)(?:では|じゃ)(?:ない|ありません).*", 0.7, "name"),
                    rule(I + "名前は.+|" + I + A + "と(?:申します|言います|いいます|呼んでください|呼んで)[。！!]*", 0.9, "name"),
                    rule(I + "(?:\\d{1,3}|[一二三四五六七八九十百]+)(?:歳|才)(?:です|だ|になりました)?[。！!]*", 0.7, "age"),
                    rule(I + "誕生日は.+|" + I + A + "(?:年|月|日)に?生まれ.*", 0.8, "birth"),
                    rule(I + NOW + "(?<thing>" + A + ")(?:の|に)?アレルギー.*", 0.9, "allergy"),
                    rule(
                            I + NOW + "(?<ended>" + A + ")に(?:は)?(?:もう)?(?:住んで|暮らして)"
                                    + "(?:い)?(?:ません|ない|なく|ました|た).*|" + I + NOW
                                    + A + "から引っ越し.*",
                            0.7,
                            "home"),
                    rule(
                            I + NOW + A + "(?:に|で)(?:住んで|暮らして)(?:い|お)?(?:ます|る|ります).*|" + I + NOW + A + "に引っ越(?:し|す).*|"
                                    + I + "(?:住所|家)は.+",
                            0.7,
                            "home"),
                    rule(I + "(?<ended>" + A + ")出身では?(?:ない|ありません).*", 0.6, "origin"),
                    rule(I + A + "(?:の)?出身(?:です|だ)?[。！!]*|" + I + A + "から来(?:ました|た)[。！!]*", 0.6, "origin"),
                    rule(
                            I + NOW + "(?<ended>" + A + ")で(?:は)?(?:もう)?(?:働いて|勤めて|勤務して)(?:い)?(?:ません|ない|ました|た).*",
                            0.7,
                            "work"),
                    rule(I + NOW + "(?<ended>" + A + ")を(?:辞め|退職し|やめ).*", 0.7, "work"),
                    rule(
                            I + NOW + A + "(?:で|に|として)(?:働いて|勤めて|勤務して)(?:い|お)?(?:ます|る|ります).*|" + I + "(?:仕事|職業)は.+",
                            0.7,
                            "work"),
                    rule(I + "(?:一番|いちばん)?好きな(?<thing>.+?)は.+", 0.6, "favourite"),
                    rule(
                            I + NOW + "(?<other>" + A + ")より(?:も)?、?(?<thing>" + A + ")(?:の(?:ほう|方))?が(?:好き|いい|良い).*",
                            0.6,
                            "preference"),
                    rule(
                            I + NOW + "(?<thing>" + A + ")(?:のことが|が|は|を)(?:もう|あまり|全然|とても|本当に|一番|そんなに|すごく)*"
                                    + "(?:大好き|好き|大嫌い|嫌い|苦手|愛して|憎んで|気に入って).*",
                            0.6,
                            "taste"),
                    rule(
                            I + NOW + "(?<thing>" + A + ")(?:は|を|が)(?:もう|また|全く|全然)*(?:食べ|飲み|飲ま|飲め|飲む)"
                                    + "(?:られ)?(?:ません|ない|るように|ようになり|始め|ています).*",
                            0.8,
                            "eats"),
                    rule(
                            I + NOW + "(?<thing>" + PERSON + ")(?:を|が|は)?(?:\\S{0,4})?(?:飼って|います|いません|いない|いる).*",
                            0.6,
                            "having"),
                    rule(I + "(?:" + PERSON + "|上司|会社|電話番号|メールアドレス|メール|タイムゾーン|母語|母国語)(?:の名前)?は.+", 0.6),
                    rule(I + NOW + "(?:結婚して(?:い)?(?:ます|る|ません|ない)|独身|離婚し|婚約して).*", 0.6, "marital status"),
                    rule(I + NOW + "(?<thing>[^はがを、。]+?語)(?:が|を|は)(?:もう)?(?:話せ|話し|勉強し|学んで).*", 0.5, "speaking"),
                    rule(
                            "(?:私|わたし|わたくし|僕|ぼく|俺|おれ|自分|あたし)は" + NOW
                                    + "(?!元気|大丈夫|暇|忙し|眠|空腹|幸せ|疲れ)(?<thing>[^、。]{1,20}?)"
                                    + "(?:では|じゃ)?(?:ありません|ないです|ない|です|だ|になりました)[。！!]*",
                            0.6,
                            "being")));

    private JapaneseFacts() {}
}
