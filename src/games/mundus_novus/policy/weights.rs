//! The named weights of the policy: presets set them, [`DOCS`] explains them.

use crate::game::weights;

weights! {
    pace = 10.2, "doubloons a round that the richest player is expected to earn, to tell the rounds left";
    different = 1.06, "factor on the doubloons that a different combination earns";
    relics = 1.59, "factor on the doubloons that a relic sale earns";
    development = 1.11, "factor on all that a development is worth";

    income = 1.15, "doubloons that a doubloon of fixed income a round is worth";
    caravel = 3.13, "doubloons a round that the first caravel is worth";
    caravel_fade = 0.792, "factor on what each further caravel of the owner is worth";
    merchant_common = 0.754, "doubloons a round that a merchant of common goods is worth besides his income";
    merchant_uncommon = 0.931, "doubloons a round that a merchant of uncommon goods is worth besides his income";
    merchant_rare = 1.09, "doubloons a round that a merchant of rare goods is worth besides his income";
    slot = 0.988, "doubloons a round that a place in a warehouse is worth";
    slot_fade = 0.662, "factor on what each place in a warehouse is worth when others are owned";
    shipyard = 1.06, "doubloons a round of a shipyard for each opponent with more caravels";
    almagro = 0.387, "doubloons a round that Almagro is worth besides his income";
    cosa = 0.163, "doubloons a round that de la Cosa is worth besides his income";
    casas = 0.264, "doubloons a round that las Casas is worth besides his income";
    pizarro = 0.507, "doubloons a round that Pizarro is worth";
    ponce = 0.269, "doubloons a round that Ponce de Leon is worth";
    valdivia = 0.561, "doubloons a round that Valdivia is worth besides his income";
    orellana = 1.05, "doubloons a round that Orellana is worth";
    coronado = 0.35, "doubloons a round that Coronado is worth";
    promo = 1.9, "doubloons a round that a promo card is worth";

    pair_common = 0.344, "doubloons of hope for a pair of a common good that may become a set in the trade";
    pair_uncommon = 0.585, "doubloons of hope for a pair of an uncommon good";
    pair_rare = 0.608, "doubloons of hope for a pair of a rare good";
    variety = 0.209, "doubloons of hope for each different good while there are fewer than four";
    joker = 0.315, "doubloons of hope for each relic that may fill a set in the trade";
    perfect = 0.0625, "doubloons of hope for the perfect combination: times the square of the different goods and a relic above six";

    token = 0.0669, "doubloons that a point of trade value in an offer is worth, for the token of the Trade Master";
    starve = 0.0253, "doubloons that a doubloon of the robbed player's lead counts against robbing him";
    announce = 0.274, "how much rather fewer cards are announced for each doubloon that the hand is worth above the mean";
    mean_hand = 5.4, "doubloons that a hand is worth on average when offers are announced";
    first = 0.242, "share of what the best development is worth that a place earlier in the Progress phase is worth";

    keep_relic = 2.54, "doubloons that a stored relic is worth";
    keep_rare = 2.18, "doubloons that a stored rare good is worth";
    keep_uncommon = 1.22, "doubloons that a stored uncommon good is worth";
    keep_common = 0.928, "doubloons that a stored common good is worth";
    keep_twin = 0.579, "doubloons more that a card of a type already stored is worth";
}
